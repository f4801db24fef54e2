import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

it.each(['backup', 'export'])(
  'of two who say %s at once one has it, and the other is told that it is there',
  async (what) => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    const made = join(beside, 'made');
    const ended = await Promise.all(Array.from({ length: 3 }, () => operate({ DATA_DIR }, what, made)));
    const others = ended.filter(({ code }) => code !== 0).map(({ code, stdout, stderr }) => ({ code, stdout, stderr }));
    const told = { code: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`^${made} is there already\\.?\n$`)) };
    expect(others).toEqual([told, told]);
    expect(readdirSync(beside)).toEqual(['made']);
  },
);
