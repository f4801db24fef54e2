import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
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
