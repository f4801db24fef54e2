import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Status } from '../../modules/operations/contract.ts';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { openLog } from '../runtime/logging/log.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { signIn, signUp } from '../testing/api-client.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A shop that is closed, whose log is sealed, and whose key for that is gone. */
async function shopWithoutItsSealKey() {
  const DATA_DIR = temporaryFolder();
  const openAndClose = async (settings = {}) => {
    await (await startShop({ DATA_DIR, SEED: 'demo', ...settings }, { passwords: quickPasswords })).close();
  };
  await openAndClose();
  expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
  const file = join(DATA_DIR, 'seal-key.json');
  const key = readFileSync(file, 'utf8');
  rmSync(file);
  const isMissing = `${file} is missing, and this log was sealed with it. Put it back from a backup, or set SEAL_KEY to what it said.`;
  return { DATA_DIR, openAndClose, file, key, isMissing };
}

describe('a key to seal with that is lost', () => {
  it('is not made anew, by the shop or by an operator; the shop says so, sells on, and seals again once it is back', async () => {
    const { DATA_DIR, file, key, isMissing } = await shopWithoutItsSealKey();
    const said: string[] = [];
    const log = openLog('error', { write: (line: string) => void said.push(line) });
    const settings = { DATA_DIR, SEAL_EVERY: '20ms' };
    const shop = await startShop(settings, { passwords: quickPasswords, log });
    await expect.poll(() => said.some((line) => line.includes(isMissing))).toBe(true);
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toEqual({ code: 1, stdout: '', stderr: `${isMissing}\n` });
    await signUp(shop.origin);
    expect(existsSync(file)).toBe(false);
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const alarm = async () => (await admin.get<Status>('/operations/status')).body.seals?.alarm;
    expect(await alarm()).toBe(
      'The key to seal with is missing or damaged: nothing is sealed by the node that answers, and its log says more.',
    );
    writeFileSync(file, key);
    await expect.poll(alarm).toBeNull();
    await expect.poll(() => readFileSync(join(DATA_DIR, 'seals.jsonl'), 'utf8').trim().split('\n').length).toBe(2);
    await shop.close();
    expect(await operate({ DATA_DIR }, 'audit', 'verify')).toMatchObject({ code: 0 });
  });

  it('is followed by a new one where the public part of the lost one is told', async () => {
    const { DATA_DIR, openAndClose } = await shopWithoutItsSealKey();
    const { key: x } = JSON.parse(readFileSync(join(DATA_DIR, 'seals.jsonl'), 'utf8'));
    const fresh = JSON.parse((await operate({}, 'audit', 'key')).stdout);
    const settings = { DATA_DIR, SEAL_KEY: JSON.stringify([fresh, { kty: 'OKP', crv: 'Ed25519', x }]) };
    await openAndClose(settings);
    expect(await operate(settings, 'promote', 'shopper@inventory.dev')).toMatchObject({ code: 0 });
    expect(await operate(settings, 'audit', 'seal')).toMatchObject({ code: 0 });
    expect(await operate(settings, 'audit', 'verify')).toMatchObject({ code: 0, stderr: '' });
  });
});
