import { chownSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { signUp } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

/** Whoever: no account is asked for. */
const shopsUser = 65_534;

// By root alone, who can make files for others.
describe('what root makes beside a shop of another user', () => {
  it('by an operator’s command is the shop’s', async () => {
    const { DATA_DIR, email } = await shopOfAnother();
    for (const name of ['seals.jsonl', 'seal-key.json', 'read-models.db', 'snapshots.db', 'history.db']) {
      rmSync(join(DATA_DIR, name), { force: true });
    }
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR }, 'erase', email)).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR }, 'keys', 'add', 'signing')).toMatchObject({ code: 0 });
    for (const name of ['seals.jsonl', 'seal-key.json', 'forgotten.jsonl', 'identity-keys.json', 'read-models.db']) {
      expect(existsSync(join(DATA_DIR, name)), name).toBe(true);
    }
    expect(notOf(shopsUser, DATA_DIR)).toEqual([]);
  });

  thoroughly('by a restore, a copy and a shop is its folder’s owner’s', async () => {
    const { DATA_DIR } = await shopOfAnother();
    const beside = temporaryFolder();
    expect(await operate({ DATA_DIR }, 'backup', join(beside, 'backup'))).toMatchObject({ code: 0 });
    const [restored, copied, begun] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    for (const folder of [restored, copied, begun]) chownSync(folder, shopsUser, shopsUser);
    expect(await operate({ DATA_DIR: restored }, 'restore', join(beside, 'backup'))).toMatchObject({ code: 0 });
    expect(notOf(shopsUser, restored)).toEqual([]);
    expect(await operate({}, 'copy', '--from', DATA_DIR, '--to', copied)).toMatchObject({ code: 0, stderr: '' });
    expect(notOf(shopsUser, copied)).toEqual([]);
    const shop = await startShop({ DATA_DIR: begun, SEED: 'demo' }, { passwords: quickPasswords });
    expect(notOf(shopsUser, begun)).toEqual([]);
    await shop.close();
  });

  it('into the file that SEAL_TO names is the shop’s, too', async () => {
    const { DATA_DIR } = await shopOfAnother();
    const SEAL_TO = join(temporaryFolder(), 'seals.jsonl');
    expect(await operate({ DATA_DIR, SEAL_TO }, 'audit', 'seal')).toMatchObject({ code: 0 });
    expect(statSync(SEAL_TO).uid).toBe(shopsUser);
  });
});

async function shopOfAnother() {
  const DATA_DIR = temporaryFolder();
  const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
  const { email } = await signUp(shop.origin, 'Zohra');
  await shop.close();
  for (const name of ['', ...readdirSync(DATA_DIR)]) chownSync(join(DATA_DIR, name), shopsUser, shopsUser);
  return { DATA_DIR, email };
}

/** The files of a folder that are another's. */
function notOf(uid: number, folder: string): string[] {
  return readdirSync(folder).filter((name) => statSync(join(folder, name)).uid !== uid);
}
