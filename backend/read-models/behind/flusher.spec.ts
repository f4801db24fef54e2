import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Flusher } from './flusher.ts';
import { HeldProjection } from './held-projection.ts';
import { Memory } from './memory.ts';

/** A projection in which nothing is, and what is asked for the projections that there are: not for ever. */
function heldAlone() {
  const held = new HeldProjection('p', new Memory());
  held.meet(undefined);
  const all = [held];
  let asked = 0;
  const flusher = new Flusher(join(temporaryFolder(), 'read-models.db'), {
    held() {
      asked += 1;
      // Else it would leave nobody their turn, not even the time limit of a test.
      if (asked > 1_000) throw new RangeError('It is asked again and again.');
      return all;
    },
    ready: () => undefined,
    done: () => {},
  });
  onTestFinished(() => flusher.close());
  return { held, all, flusher };
}

it('a flush that is under way ends when the file is closed, though something is left that cannot be written any more', async () => {
  const { held, all, flusher } = heldAlone();
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

it('what cannot be sent to the thread that writes is not written, and said to be so each time', async () => {
  const { held, flusher } = heldAlone();
  const sort = 1n as unknown as string; // JSON cannot hold it.
  held.take(1n, [{ id: 'a', document: '{}', entries: [{ index: 'by', key: '', sort }] }]);
  for (let time = 0; time < 2; time++) await expect(flusher.flush()).rejects.toThrow(Unavailable);
  expect(held.isToBeWritten).toBe(true);
});
