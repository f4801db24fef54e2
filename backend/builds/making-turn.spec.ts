import { describe, expect, it } from 'vitest';
import { Conflict, Unavailable } from '../../modules/kernel/errors.ts';
import { UnheardPuts } from '../testing/logs/unheard-puts.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { inMakingTurn } from './making-turn.ts';

const never = new AbortController().signal;

describe('the turn at making a build', () => {
  it('is one at a time, and the next begins when it has ended, however it did', async () => {
    const { records } = openedStores().store;
    const wanted = { records, name: 'tools.v1', signal: never };
    const refused = await inMakingTurn(wanted, async () => {
      await inMakingTurn({ ...wanted, name: 'orders.v1' }, async () => undefined); // Another is nobody's business.
      return inMakingTurn(wanted, async () => 'both').catch((reason: unknown) => reason);
    });
    expect(refused).toBeInstanceOf(Conflict);
    const failed = inMakingTurn(wanted, async () => {
      throw new TypeError('broken');
    });
    await expect(failed).rejects.toThrow('broken');
    expect(await inMakingTurn(wanted, async () => 'next')).toBe('next');
  });

  it('goes to one of those who ask at the same instant', async () => {
    const { records } = openedStores().store;
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    let has = 0;
    const asked = Array.from({ length: 5 }, () =>
      inMakingTurn({ records, name: 'tools.v1', signal: never }, async () => {
        has += 1;
        await held;
      }),
    );
    const settled = Promise.allSettled(asked);
    await Promise.any(asked.map((each) => each.catch(() => Promise.resolve())));
    open();
    const outcomes = (await settled).map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(1);
    expect(has).toBe(1);
  });

  it('is another’s when nothing was heard of it, and who comes back to it may not go on', async () => {
    const { records } = openedStores().store;
    let time = 0;
    const wanted = { records, name: 'tools.v1', signal: never, now: () => time };
    await inMakingTurn(wanted, async ({ mustHold }) => {
      await mustHold();
      time = 61_000;
      await inMakingTurn(wanted, async () => {
        await expect(mustHold()).rejects.toThrow(Conflict);
      });
    });
    expect(await inMakingTurn(wanted, async () => 'free')).toBe('free');
  });

  it('stays with who was not told that it was written, and is given back', async () => {
    const records = new UnheardPuts(openedStores().store.records);
    const wanted = { records, name: 'tools.v1', signal: never };
    await inMakingTurn(wanted, async ({ mustHold }) => {
      records.toLose = 2;
      for (const _ of ['once', 'twice']) await expect(mustHold()).rejects.toThrow(Unavailable);
      await mustHold();
      records.toLose = 1;
      await expect(mustHold()).rejects.toThrow(Unavailable);
    });
    expect(await inMakingTurn(wanted, async () => 'free')).toBe('free');
  });

  it('is another’s when who had it was a year ahead, and ended', async () => {
    const { records } = openedStores().store;
    const at = JSON.stringify({ at: 365 * 86_400_000 + 60_000 });
    await records.put('making-build/tools.v1', at, 'none');
    const wanted = { records, name: 'tools.v1', signal: never, now: () => 60_000 };
    expect(await inMakingTurn(wanted, async () => 'free')).toBe('free');
  });
});
