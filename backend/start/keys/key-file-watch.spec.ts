import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CountedLog } from '../../runtime/logging/counted-log.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { pause } from '../../runtime/time/pause.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { KeyFileWatch } from './key-file-watch.ts';

it('why keys cannot be read is said once for each reason, however often they are looked at', async () => {
  const dir = temporaryFolder();
  const lines: unknown[] = [];
  const counted = new CountedLog(openLog('info', { write: (line) => void lines.push(JSON.parse(line)) }));
  const watch = new KeyFileWatch({ dir, take: async () => {}, counted });
  const lookOften = async () => {
    for (let looks = 0; looks < 3; looks++) {
      await watch.look();
      await pause(150);
    }
  };

  await lookOften();
  const gone = { level: 40, msg: 'new keys could not be read', reason: expect.stringContaining('ENOENT') };
  expect(lines).toMatchObject([gone]);
  writeFileSync(join(dir, 'identity-keys.json'), '{"half');
  await lookOften();
  expect(lines).toMatchObject([gone, { reason: expect.not.stringContaining('ENOENT') }]);
  counted.close();
  expect(lines.slice(2)).toMatchObject([{ times: 2 }, { times: 2 }]);
});
