import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { Busy } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { HistoryEntry } from './contract.ts';
import type { EntityStates } from './entity-states.ts';
import { Entries } from './entries.ts';
import { Naming } from './naming.ts';
import type { Telling } from './telling.ts';

/** Events of two streams, and what their history is told with; `said` counts the sentences. */
function shopOf(count: number) {
  const events = Array.from({ length: count }, (_, nth) =>
    stored(
      { type: 'Happened', data: {} },
      { stream: `thing-${nth % 2}`, revision: BigInt(Math.floor(nth / 2)), position: BigInt(nth + 1) },
    ),
  );
  const walk: EntityStates['walk'] = async (stream, { from, to }, visit) => {
    for (const event of events) {
      if (event.stream !== stream || event.revision < from || event.revision > to) continue;
      visit({ event, before: undefined, after: undefined });
    }
  };
  let said = 0;
  const entryOf = ({ position }: StoredEvent) => {
    said += 1;
    return { position: String(position) } as HistoryEntry;
  };
  const known = { personName: async () => 'Mina', toolName: async () => 'Hammer', wasKnown: () => true };
  const entries = new Entries({
    states: { walk, viewOf: () => undefined, shown: () => undefined } as unknown as EntityStates,
    telling: { entryOf } as unknown as Telling,
    naming: new Naming(known),
  });
  const places = events.map(({ position, stream, revision }) => ({ position, stream, revision, at: 0 })).reverse();
  return { entries, places, said: () => said };
}

it('a long page of the history is told of a piece in each round of the event loop, in the order of its places', async () => {
  const { entries, places, said } = shopOf(500);
  const telling = entries.at(places);
  const ofRounds: number[] = [];
  for (let before = 0; before < 2 * places.length; before = said()) {
    await nextRound();
    ofRounds.push(said() - before);
  }
  // Each is made twice: first to hear whose names it needs.
  expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 50);
  const told = await telling;
  expect(told.map(({ entry }) => entry.position)).toEqual(places.map(({ position }) => String(position)));
});

it('many pages of the history are told of a piece of one of them in each round, and each gets its turn', async () => {
  const { entries, places, said } = shopOf(500);
  const page = places.slice(0, 100);
  const telling = Array.from({ length: 10 }, () => entries.at(page));
  const ofRounds: number[] = [];
  for (let before = 0; before < 2 * page.length * telling.length; before = said()) {
    await nextRound();
    ofRounds.push(said() - before);
  }
  expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 50);
  for (const told of await Promise.all(telling)) expect(told).toHaveLength(page.length);
});

it('a page of the history that nobody waits for any more is not made to its end', async () => {
  const { entries, places, said } = shopOf(500);
  const controller = new AbortController();
  const [given, wanted] = [entries.at(places, { signal: controller.signal }), entries.at(places.slice(0, 50))];
  controller.abort(new Error('Hung up'));
  await expect(given).rejects.toThrow('Hung up');
  expect(await wanted).toHaveLength(50);
  expect(said()).toBe(2 * 50);
});

it('more pages of the history than can be made soon are refused at once', async () => {
  const { entries, places } = shopOf(100);
  const asked = await Promise.allSettled(Array.from({ length: 60 }, () => entries.at(places)));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(60 - 40);
  for (const one of refused) expect(one).toMatchObject({ reason: expect.any(Busy) });
});
