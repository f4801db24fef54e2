import { describe, expect, it, onTestFinished } from 'vitest';
import { neverOlder } from '../../read-models/never-older.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { NodeFeed } from '../node-feed.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { atOnce } from './at-once.ts';

describe('what is done at once', () => {
  it('is done once for all who ask meanwhile, again for who asks later, and a moment later when it failed', async () => {
    const { signal } = new AbortController();
    let [begun, failing] = [0, false];
    const look = atOnce(async () => {
      begun += 1;
      if (failing) throw new Error('away');
    }, signal);
    await Promise.all([look(), look(), look()]);
    expect(begun).toBe(1);
    failing = true;
    await Promise.all([look(), look()]);
    expect(begun).toBe(2);
    await look();
    expect(begun).toBe(3);
  });

  it('is to make read models anew that somebody was shown to be older', async () => {
    const { store, readModels } = openedStores();
    const counters = countersOf();
    const parked = new ParkedEvents(store);
    await count(store, 'a', 3);
    const shown = neverOlder(readModels, () => void feed.lookNow());
    const projections = new ProjectionRunner([counters], shown, store, parked);
    const log = openLog('silent');
    const feed = new NodeFeed({ store, projections, reactors: [], timers: [], parked, log, now: () => new Date() });
    onTestFinished(() => feed.close());
    await feed.lookNow();
    await feed.start();
    await shown.get(counters.storedAs, 'a');
    await readModels.drop(counters.storedAs);
    await expect(shown.get(counters.storedAs, 'a')).rejects.toThrow('are older than they were');
    await feed.lookNow();
    expect(await totals(readModels)).toEqual({ a: 3 });
  });
});
