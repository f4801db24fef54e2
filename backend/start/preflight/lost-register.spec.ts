import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { password, signUp } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

it('a line of who was forgotten that cannot be read is said at the start and by verify, and keeps nobody from either', async () => {
  const DATA_DIR = temporaryFolder();
  const file = join(DATA_DIR, 'forgotten.jsonl');
  const open = async () => {
    const said: { level: number; msg: string }[] = [];
    const log = openLog('warn', { write: (line) => void said.push(JSON.parse(line)) });
    const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords, log });
    return { shop, about: () => said.filter(({ msg }) => msg.startsWith('who was forgotten cannot be read')) };
  };
  const first = await open();
  for (const name of ['Mina', 'Zohra']) {
    const person = await signUp(first.shop.origin, name);
    expect((await person.delete('/me', { body: { password } })).status).toBe(204);
  }
  const written = () => readFileSync(file, 'utf8');
  await expect.poll(() => written().match(/uid/g)?.length).toBe(2);
  await first.shop.close();
  expect(first.about()).toEqual([]);
  expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0, stderr: '' });

  // Lines begin with an empty one.
  writeFileSync(file, written().replace('"uid"', '"u d"'));
  const sentence = `Line 2 of ${file} cannot be read: whoever was named there may be known again where a backup is put back.`;
  expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0, stderr: `${sentence}\n` });
  const second = await open();
  onTestFinished(() => second.shop.close());
  expect(second.about()).toEqual([expect.objectContaining({ level: 40, file, lines: [2] })]);
});
