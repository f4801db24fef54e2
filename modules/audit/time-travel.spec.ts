import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { Busy } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { EntityView, Tally } from '../kernel/history.ts';
import type { EntityStates } from './entity-states.ts';
import type { HistoryIndex, Place } from './history-index.ts';
import type { Skips } from './skips.ts';
import type { Telling } from './telling.ts';
import { TimeTravel } from './time-travel.ts';

/** As many things as are counted, each of one event; `read` counts the streams that were read. */
function counted(things: number) {
  const events = Array.from({ length: things }, (_, nth) =>
    stored({ type: 'Made', data: {} }, { stream: `thing-${nth}`, revision: 0n, position: BigInt(nth + 1) }),
  );
  const places = events.map(({ stream, revision, position }): Place => ({ stream, revision, position, at: 0 }));
  const view = { initial: 0, evolve: () => 1 } as unknown as EntityView;
  const tally: Tally = {
    ...{ name: 'thing-count', of: view, types: ['Made'], keptAs: 1, initial: 0 },
    add: (sum) => (sum as number) + 1,
    shown: (sum) => ({ sum }),
  };
  const index = {
    newest: () => places.slice(-1),
    oldest: (_: unknown, { after, limit }: { after: bigint; limit: number }) =>
      places.filter(({ position }) => position > after).slice(0, limit),
    kept: () => undefined,
  } as unknown as HistoryIndex;
  let read = 0;
  const travel = new TimeTravel({
    index,
    log: {
      async read(stream): Promise<readonly StoredEvent[]> {
        read += 1;
        return events.filter((event) => event.stream === stream);
      },
    },
    states: {} as EntityStates,
    telling: { tallies: [tally] } as unknown as Telling,
    skips: {
      ...{ type: 'Skipped', skipIn: () => undefined, has: () => false, isSkipped: () => false },
      upTo: () => () => false,
    } as Skips,
    now: () => new Date(0),
  });
  return { ask: (signal?: AbortSignal) => travel.asOf('thing-count', undefined, signal), read: () => read };
}

it('a sum is made in pieces, of one of all that are asked for in each round of the event loop', async () => {
  const { ask, read } = counted(600);
  const asked = Promise.all([ask(), ask(), ask()]);
  const ofRounds: number[] = [];
  for (let before = 0; before < 3 * 600; before = read()) {
    await nextRound();
    ofRounds.push(read() - before);
  }
  expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 16);
  for (const { state } of await asked) expect(state).toEqual({ sum: 600 });
});

it('more sums than can be made soon are refused at once', async () => {
  const { ask } = counted(20);
  const asked = await Promise.allSettled(Array.from({ length: 60 }, () => ask()));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(60 - 41);
  for (const one of refused) expect(one).toMatchObject({ reason: expect.any(Busy) });
});

it('a sum that nobody waits for any more is not made, and takes nobody’s place', async () => {
  const { ask, read } = counted(20);
  const first = ask();
  const controller = new AbortController();
  const given = Promise.allSettled(Array.from({ length: 40 }, () => ask(controller.signal)));
  controller.abort(new Error('Hung up'));
  for (const one of await given) expect(one).toMatchObject({ reason: { message: 'Hung up' } });
  await Promise.all([first, ...Array.from({ length: 40 }, () => ask())]);
  expect(read()).toBe(41 * 20);
});
