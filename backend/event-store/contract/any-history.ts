import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Appended, ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import { asOften } from '../../testing/as-often.ts';
import { idsOf, newEvents, newStream, pagesAfter, type TheStore } from './some-events.ts';

/** What the store has to agree with: the events that each stream shows, and the revision that comes next. */
type Model = { readonly name: string; shown: NewEvent[]; next: bigint };
type Append = { stream: Model; expected: ExpectedRevision; events: NewEvent[]; appended: Appended };

const belief = fc.constantFrom('none', 'any', 'last', 'earlier', 'later');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('append'), fc.nat({ max: 2 }), fc.integer({ min: 1, max: 3 }), belief) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('repeat'), fc.nat({ max: 30 }), fc.constant(0), belief) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('delete'), fc.nat({ max: 2 }), fc.constant(0), belief) },
);

function expectedBy(belief: string, { shown, next }: Model): ExpectedRevision {
  if (belief === 'later') return next + 5n;
  if (belief === 'earlier' && shown.length > 1) return next - 2n;
  if (belief === 'last' && shown.length > 0) return next - 1n;
  return belief === 'any' ? 'any' : 'none';
}

function isRight(expected: ExpectedRevision, { shown, next }: Model): boolean {
  if (expected === 'any') return true;
  return expected === 'none' ? shown.length === 0 : expected === next - 1n;
}

export function anyHistory(store: TheStore): void {
  describe('any history', () => {
    it('is what a simple model of streams says', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const before = await store().head();
          const streams: Model[] = [0, 1, 2].map(() => ({ name: newStream(), shown: [], next: 0n }));
          const log: string[] = [];
          let appends: Append[] = [];

          for (const [kind, number, count, belief] of steps) {
            if (kind === 'repeat') {
              const { stream, expected, events, appended } = appends[number % appends.length] ?? {};
              if (!stream || expected === undefined || !events) continue;
              expect(await store().append(stream.name, expected, events)).toEqual(appended);
              continue;
            }
            const stream = streams[number];
            if (!stream) continue;
            if (kind === 'delete') {
              await store().deleteStream(stream.name);
              stream.shown = [];
              appends = appends.filter((append) => append.stream !== stream);
              continue;
            }
            const events = newEvents(count);
            const expected = expectedBy(belief, stream);
            const append = store().append(stream.name, expected, events);
            if (!isRight(expected, stream)) {
              await expect(append).rejects.toThrow(WrongExpectedRevision);
              continue;
            }
            const appended = await append;
            stream.shown.push(...events);
            stream.next += BigInt(count);
            log.push(...idsOf(events));
            expect(appended.revision).toBe(stream.next - 1n);
            appends.push({ stream, expected, events, appended });
          }

          const shown = new Set<string>();
          for (const { name, shown: events, next } of streams) {
            const stored = await store().readStream(name);
            expect(stored.map(({ id, revision }) => ({ id, revision }))).toEqual(
              events.map(({ id }, index) => ({ id, revision: next - BigInt(events.length - index) })),
            );
            for (const { id } of events) shown.add(id);
          }
          const pages = await pagesAfter(store(), before, 7);
          const seen = idsOf(pages.flatMap(({ events }) => events)).filter((id) => shown.has(id));
          expect(seen).toEqual(log.filter((id) => shown.has(id)));
        }),
        { numRuns: asOften(15, 40) },
      );
    });
  });
}
