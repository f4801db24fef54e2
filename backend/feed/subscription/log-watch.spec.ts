import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { count } from '../../testing/counters.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import type { Standing } from '../provenance/log-mark.ts';
import { type Followed, LogWatch } from './log-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A watch of which tests say what it finds, and one look after so many milliseconds more. */
function watched(store: Pick<EventStore, 'readAll' | 'head'>) {
  const found = { standing: 'it' as Standing | 'elsewhere', followed: { fed: 0n, isWaiting: true } as Followed };
  const [putBack, leave] = [vi.fn(), vi.fn()];
  const watch = new LogWatch({
    store: store as EventStore,
    projections: { lookAtLog: async () => found.standing },
    log: openLog('silent'),
    ...{ putBack, leave },
  });
  const look = async (after = 0) => {
    vi.advanceTimersByTime(after);
    await watch.look(() => found.followed);
  };
  return { found, putBack, leave, watch, look };
}

describe('a log in whose place another stands', () => {
  it('was put back where something else stands, and that is told once', async () => {
    const { found, putBack, watch, look } = watched(openedStores().store);
    await look();
    expect(watch.isDoubtful).toBe(false);
    found.standing = 'another';
    await look();
    await look();
    expect(putBack).toHaveBeenCalledOnce();
    expect(watch).toMatchObject({ isPutBack: true, isDoubtful: true });
  });

  it('is left at once where the read models are of another log by now', async () => {
    const { found, putBack, watch, look } = watched(openedStores().store);
    found.standing = 'elsewhere';
    await look();
    expect(putBack).toHaveBeenCalledOnce();
    expect(watch.isDoubtful).toBe(true);
  });

  it('was put back where nothing stands for some seconds; until then it is doubtful, and a node that was behind may have been asked', async () => {
    const { found, putBack, watch, look } = watched(openedStores().store);
    found.standing = 'nothing';
    await look();
    expect(watch.isDoubtful).toBe(true);
    await look(4_000);
    expect(putBack).not.toHaveBeenCalled();
    found.standing = 'it';
    await look(900);
    expect(watch.isDoubtful).toBe(false);
    found.standing = 'nothing';
    await look(900);
    await look(4_900);
    expect(putBack).not.toHaveBeenCalled();
    await look(200);
    expect(putBack).toHaveBeenCalledOnce();
  });
});

describe('a log of which something does not come', () => {
  it('is followed anew once nothing has come for some seconds, again and again', async () => {
    const { store } = openedStores();
    const { leave, watch, look } = watched(store);
    await look();
    await look(60_000);
    expect(leave).not.toHaveBeenCalled();
    const position = await count(store, 'a', 1);
    await look();
    expect({ isSilent: watch.isSilent, end: watch.endFrom(0n) }).toEqual({ isSilent: false, end: position });
    await look(9_000);
    expect(leave).not.toHaveBeenCalled();
    await look(1_500);
    expect(leave).toHaveBeenCalledOnce();
    expect(watch.isSilent).toBe(true);
    await look(9_000);
    expect(leave).toHaveBeenCalledOnce();
    await look(1_500);
    expect(leave).toHaveBeenCalledTimes(2);
  });

  it('is not, while it comes or is being handed on', async () => {
    const { store } = openedStores();
    const { found, leave, watch, look } = watched(store);
    await count(store, 'a', 1, 1, 1);
    await look();
    await look(9_000);
    found.followed = { fed: 1n, isWaiting: true };
    await look(9_000);
    await look(9_000);
    expect(leave).not.toHaveBeenCalled();
    found.followed = { fed: 1n, isWaiting: false };
    await look(60_000);
    expect(leave).not.toHaveBeenCalled();
    found.followed = { fed: 3n, isWaiting: true };
    await look(60_000);
    await look(60_000);
    expect(leave).not.toHaveBeenCalled();
    expect(watch.isSilent).toBe(false);
  });
});
