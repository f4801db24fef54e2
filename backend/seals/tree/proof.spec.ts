import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { happen, sealing, somebody } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { checkedProof, type InclusionProof, inclusionProof } from './proof.ts';

/** Of a stream of four events, with others between them. */
let proof: InclusionProof;
beforeEach(async () => {
  const folder = temporaryFolder();
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  const { sealerOf } = await sealing(join(folder, 'seals.jsonl'));
  for (let event = 0; event < 4; event++) {
    await happen(store, 2);
    await store.append('booking-one', 'any', [newEvent({ type: 'BookingNoted', data: { event } })]);
  }
  const seal = await sealerOf(store).seal(somebody);
  if (!seal) throw new RangeError('There is a seal.');
  proof = JSON.parse(JSON.stringify(await inclusionProof(store, 'booking-one', seal)));
  await store.close();
});

const withEvents = (alter: (events: InclusionProof['events']) => InclusionProof['events']) => ({
  ...proof,
  events: alter(proof.events),
});

describe('a proof of inclusion', () => {
  it('holds as it was made', () => {
    expect(checkedProof(proof).events.map(({ event }) => event.revision)).toEqual(['0', '1', '2', '3']);
  });

  it.each<[what: string, said: RegExp, alter: (events: InclusionProof['events']) => InclusionProof['events']]>([
    ['the first event left out', /^Number 0 of booking-one is missing in it/, (events) => events.slice(1)],
    ['one left out in between', /^Number 2 of booking-one is missing in it/, (events) => events.toSpliced(2, 1)],
    ['one twice', /more than once, or not in its order/, (events) => events.toSpliced(2, 0, ...events.slice(1, 2))],
    ['the last twice', /more than once, or not in its order/, (events) => [...events, ...events.slice(-1)]],
    ['another order', /is missing in it/, (events) => events.toReversed()],
    [
      'another number, to hide that',
      /is not what was sealed/,
      (events) =>
        events
          .slice(1)
          .map(({ event, ...rest }, number) => ({ event: { ...event, revision: String(number) }, ...rest })),
    ],
  ])('with %s is refused, and named', (_, said, alter) => {
    expect(() => checkedProof(withEvents(alter))).toThrow(said);
  });

  it('with more in it than a proof says is refused', () => {
    const unknown = { said: 'by nobody' };
    for (const altered of [
      { ...proof, ...unknown },
      { ...proof, seal: { ...proof.seal, ...unknown } },
      withEvents((events) => events.map((each) => ({ ...each, ...unknown }))),
      withEvents((events) => events.map(({ event, ...rest }) => ({ event: { ...event, ...unknown }, ...rest }))),
    ]) {
      expect(() => checkedProof(altered)).toThrow('This is no proof of inclusion.');
    }
  });

  it('without its last events holds: it never shows that there were no more', () => {
    expect(checkedProof(withEvents((events) => events.slice(0, 3))).events).toHaveLength(3);
  });
});
