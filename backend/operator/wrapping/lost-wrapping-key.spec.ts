import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { signIn, signUp } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('a key that the keys of persons are wrapped with, and that is lost', () => {
  it('is named in one line, with what to do, by a start and by operators’ commands', async () => {
    const DATA_DIR = temporaryFolder();
    const file = join(DATA_DIR, 'identity-keys.json');
    const open = () => startShop({ DATA_DIR }, { passwords: quickPasswords });
    const shop = await open();
    const { email } = await signUp(shop.origin, 'Mina');
    await shop.close();
    const own = JSON.parse(readFileSync(file, 'utf8'));
    const { wrapping } = JSON.parse((await operate({}, 'keys')).stdout);
    writeFileSync(file, JSON.stringify({ ...own, wrapping }));
    // Of what is made from the log at the start, the names of people are a part.
    rmSync(join(DATA_DIR, 'read-models.db'));

    const said = `The key of a person is wrapped with ${own.wrapping[0].id}, which is not under wrapping in identity-keys.json, or IDENTITY_KEYS, of this process. Put that one back there, from a backup of them, and start again.`;
    await expect(open()).rejects.toThrow(said);
    for (const command of [['history'], ['verify'], ['projections', 'rebuild', 'users'], ['erase', email]]) {
      expect(await operate({ DATA_DIR }, ...command)).toMatchObject({ code: 1, stderr: `${said}\n` });
    }
    writeFileSync(file, JSON.stringify({ ...own, wrapping: [...wrapping, ...own.wrapping] }));
    const again = await open();
    const person = await signIn(again.origin, email);
    expect((await person.get(`/user/${email}`)).body).toMatchObject({ name: 'Mina' });
    await again.close();
  });
});
