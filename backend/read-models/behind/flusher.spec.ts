import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Flusher } from './flusher.ts';
import { HeldProjection } from './held-projection.ts';
import { Memory } from './memory.ts';

it('a flush that is under way ends when the file is closed, though something is left that cannot be written any more', async () => {
  const held = new HeldProjection('p', new Memory());
  held.meet(undefined);
  const all = [held];
  let asked = 0;
  const flusher = new Flusher(join(temporaryFolder(), 'read-models.db'), {
    held() {
      asked += 1;
      // Asked for ever, it would leave nobody else their turn, not even the time limit of this test.
      if (asked > 1_000) throw new RangeError('It is asked again and again.');
      return all;
    },
    ready: () => undefined,
    done: () => {},
  });
  held.take(1n, []);
  const first = flusher.flush();
  held.take(2n, []);
  const second = flusher.flush(); // It waits for the first, and would write the rest after it.
  all.splice(0); // As its store does once it is closed.
  await Promise.all([
    expect(first).resolves.toBeUndefined(),
    expect(second).rejects.toThrow('The read models are closed.'),
    flusher.close(),
  ]);
});
