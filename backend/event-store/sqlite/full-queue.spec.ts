import { describe, expect, it, onTestFinished } from 'vitest';
import { Busy } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { newEvent } from '../contract/some-events.ts';

describe('what waits for the disk', () => {
  it.each([
    ['ten thousand appends', 12_000, 10, 10_000],
    ['64 MB of them', 50, 2_000_000, 33],
  ])(
    'is %s at most; who comes then is told that it is busy, and nothing of theirs is kept',
    async (_, asked, size, most) => {
      const store = openLog(newLogFile());
      onTestFinished(() => store.close());
      const outcomes = await Promise.allSettled(
        Array.from({ length: asked }, (_, n) => store.append(`a-${n}`, 'none', [newEvent('x'.repeat(size))])),
      );
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      for (const { reason } of refused) expect(reason).toBeInstanceOf(Busy);
      expect(outcomes.length - refused.length).toBe(most);
      expect(await countOf(store)).toBe(most);
      expect(await store.append('later', 'none', [newEvent()])).toMatchObject({ revision: 0n });
    },
  );

  it('has room for one append of any size', async () => {
    const store = openLog(newLogFile());
    onTestFinished(() => store.close());
    expect(await store.append('large', 'none', [newEvent('x'.repeat(70_000_000))])).toMatchObject({ revision: 0n });
  });
});

async function countOf(store: EventStore): Promise<number> {
  let count = 0;
  for (let after = 0n, caughtUp = false; !caughtUp; ) {
    const batch = await store.readAll({ after, limit: 10 });
    count += batch.events.length;
    ({ position: after, caughtUp } = batch);
  }
  return count;
}
