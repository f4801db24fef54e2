import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Wanted } from '../../modules/audit/history-index.ts';
import { derivedId } from '../../modules/kernel/encoding/derived.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import { momentOf } from '../../modules/kernel/time/moment.ts';
import { bytesIn } from '../testing/logs/kept-bytes.ts';
import { stored } from '../testing/stored.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';
import { type IndexedEvent, indexed } from './indexed-event.ts';

const everything = { before: Number.MAX_SAFE_INTEGER, limit: 1_000_000 };

/** A log of so many events, in a few streams, by a few actors, at times that are nearly in order. */
const logs = (most: number, least = 0) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: 1, max: 40 }),
        late: fc.integer({ min: -5_000, max: 5_000 }),
        stream: fc.constantFrom('tool-t1', 'tool-t2', 'booking-b1', 'booking-b2', 'user-u1'),
        type: fc.constantFrom('ToolAdded', 'StockReserved', 'ToolBooked'),
        actor: fc.constantFrom('u1', 'u2', 'system'),
        correlation: fc.integer({ min: 0, max: 30 }),
      }),
      { minLength: least, maxLength: most },
    )
    .map((drawn) => {
      const revisions = new Map<string, bigint>();
      let position = 0n;
      return drawn.map(({ gap, late, stream, type, actor, correlation }, index): StoredEvent => {
        position += BigInt(gap);
        const revision = revisions.get(stream) ?? 0n;
        revisions.set(stream, revision + 1n);
        const time = momentOf(1_767_323_045_000_000 + index * 1_000 + late);
        return stored(
          { type, data: {} },
          { stream, revision, position, time, actor: { uid: actor, role: 'user' }, correlationId: `c${correlation}` },
        );
      });
    });

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const wishes: fc.Arbitrary<Wanted> = fc.record({
  stream: maybe(fc.constantFrom('tool-t1', 'booking-b1', 'user-u1', 'tool-none')),
  actor: maybe(fc.constantFrom('u1', 'system', 'nobody')),
  type: maybe(fc.constantFrom('ToolAdded', 'ToolBooked', 'NoSuchType')),
  correlation: maybe(fc.constantFrom('c1', 'c2', 'none')),
  since: maybe(fc.integer({ min: 1_767_323_044_990_000, max: 1_767_323_045_400_000 })),
  until: maybe(fc.integer({ min: 1_767_323_044_990_000, max: 1_767_323_045_400_000 })),
});

/** The same without an index. */
function naively(log: readonly StoredEvent[], wanted: Wanted): bigint[] {
  return log
    .filter((event) => {
      const { at } = indexed(event);
      const isIt = (is: string, wish: string | undefined) => wish === undefined || is === wish;
      return (
        isIt(event.stream, wanted.stream) &&
        isIt(event.type, wanted.type) &&
        isIt(event.meta.actor.uid, wanted.actor) &&
        isIt(event.meta.correlationId, wanted.correlation) &&
        at >= (wanted.since ?? 0) &&
        at <= (wanted.until ?? Number.MAX_SAFE_INTEGER)
      );
    })
    .map(({ position }) => position)
    .toReversed();
}

function writeAll(index: HistoryIndexFile, log: readonly StoredEvent[], piece = 100): void {
  for (let first = 0; first < log.length; ) {
    if (index.room === 0) index.write();
    const events = log.slice(first, first + Math.min(piece, index.room)).map(indexed);
    const after = index.progress.position;
    expect(index.add({ after, events, upTo: events.at(-1)?.position ?? after })).toBe(true);
    first += events.length;
  }
}

const inMemory = () => new HistoryIndexFile({ file: ':memory:' });
const positionsOf = (places: readonly { position: bigint }[]) => places.map(({ position }) => position);

describe('the history index', () => {
  it('finds what a look at every event of the log finds, whatever is wanted together, page by page', () =>
    fc.assert(
      fc.property(
        logs(300),
        fc.array(wishes, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        (log, all, limit) => {
          const index = inMemory();
          writeAll(index, log);
          for (const wanted of all) {
            const expected = naively(log, wanted);
            expect(positionsOf(index.newest(wanted, everything))).toEqual(expected);
            const paged: bigint[] = [];
            for (let before = Number.MAX_SAFE_INTEGER; ; ) {
              const page = positionsOf(index.newest(wanted, { before, limit }));
              paged.push(...page);
              if (page.length < limit) break;
              before = Number(page.at(-1));
            }
            expect(paged).toEqual(expected);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it('finds the same in long logs, of which most is in segments', () => {
    const [log = []] = fc.sample(logs(10_000, 10_000), { numRuns: 1, seed: 7 });
    const index = inMemory();
    writeAll(index, log, 777);
    for (const wanted of fc.sample(wishes, { numRuns: 60, seed: 8 })) {
      const moved = {
        ...wanted,
        ...(wanted.since && { since: wanted.since + 3_000_000 }),
        ...(wanted.until && { until: wanted.until + 7_000_000 }),
      };
      const expected = naively(log, moved);
      expect(positionsOf(index.newest(moved, everything))).toEqual(expected);
      const before = Number(log[4_500]?.position);
      const page = positionsOf(index.newest(moved, { before, limit: 700 }));
      expect(page).toEqual(expected.filter((position) => position < before).slice(0, 700));
      const after = Number(log[1_000]?.position);
      const between = expected.filter((position) => position > after && position < before);
      expect(positionsOf(index.newest(moved, { before, after, limit: 1_000_000 }))).toEqual(between);
    }
    const ofTypes = positionsOf(log.filter(({ type }) => type !== 'ToolBooked'));
    const [after, upTo] = [Number(ofTypes[2_000]), Number(ofTypes[5_999])];
    const types = ['ToolAdded', 'StockReserved'];
    expect(positionsOf(index.oldest({ types }, { after, upTo, limit: 1_000_000 }))).toEqual(
      ofTypes.slice(2_001, 6_000),
    );
  });

  it('finds what there is once among a hundred thousand others', () => {
    const index = inMemory();
    const log = Array.from({ length: 100_000 }, (_, index): IndexedEvent => {
      const number = index + 1;
      const [stream, correlation, id] = [`booking-b${number}`, `c${number}`, derivedId('event', `${number}`)];
      return { position: number, at: number, stream, revision: 0, type: 'ToolBooked', actor: 'u1', correlation, id };
    });
    for (let after = 0; after < log.length; ) {
      if (index.room === 0) index.write();
      const events = log.slice(after, after + Math.min(index.room, 512));
      index.add({ after, events, upTo: after + events.length });
      after += events.length;
    }
    for (const number of [1, 64, 4_096, 4_097, 50_000, 98_304, 99_999]) {
      const places = [expect.objectContaining({ position: BigInt(number), stream: `booking-b${number}` })];
      expect(index.newest({ stream: `booking-b${number}` }, everything)).toEqual(places);
      expect(index.newest({ correlation: `c${number}`, type: 'ToolBooked' }, everything)).toEqual(places);
      expect(index.oldest({ correlation: `c${number}` }, { after: 0, upTo: 100_000, limit: 9 })).toEqual(places);
      expect(index.find(log[number - 1]?.id ?? '')).toEqual(places);
    }
    expect(index.newest({ stream: 'booking-b100001' }, everything)).toEqual([]);
  });

  it('finds an event by its id, what came of a request, and the oldest of some types', () => {
    const [log = []] = fc.sample(logs(200, 150), { numRuns: 1, seed: 3 });
    const index = inMemory();
    writeAll(index, log);
    for (const { id, position, stream, revision } of log) {
      expect(index.find(id)).toEqual([expect.objectContaining({ position, stream, revision })]);
    }
    const upTo = Number.MAX_SAFE_INTEGER;
    const together = log.filter(({ meta }) => meta.correlationId === 'c1');
    expect(positionsOf(index.oldest({ correlation: 'c1' }, { after: 0, upTo, limit: 1_000 }))).toEqual(
      positionsOf(together),
    );
    const types = ['ToolAdded', 'ToolBooked'];
    const ofTypes = positionsOf(log.filter(({ type }) => types.includes(type)));
    expect(positionsOf(index.oldest({ types }, { after: Number(ofTypes[9]), upTo, limit: 10 }))).toEqual(
      ofTypes.slice(10, 20),
    );
  });

  it('has every event once, whichever of the processes that share it writes first', () => {
    const [drawn = []] = fc.sample(logs(14_000, 14_000), { numRuns: 1, seed: 9 });
    const log = drawn.map(indexed);
    const newestFirst = log.map(({ position }) => BigInt(position)).toReversed();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 12 })), {
          minLength: 10,
          maxLength: 40,
        }),
        (turns) => {
          const file = join(temporaryFolder(), 'history.db');
          const both = [new HistoryIndexFile({ file }), new HistoryIndexFile({ file })] as const;
          /** Each goes on from where it is, itself or by the other's writing. */
          const goOn = (index: HistoryIndexFile, size: number) => {
            if (index.room === 0) index.write();
            const { position: after } = index.progress;
            const from = log.findIndex(({ position }) => position > after);
            if (from === -1) return false;
            const events = log.slice(from, from + Math.min(size, index.room));
            return index.add({ after, events, upTo: events.at(-1)?.position ?? after });
          };
          for (const [isSecond, size, pieces] of turns) {
            const index = both[isSecond ? 1 : 0];
            const isFull = index.room === 0;
            for (let piece = 0; piece < pieces; piece++) index.prepare();
            // What was made of a segment ahead may be for nothing: the other may write it in the meantime.
            if (!isFull || pieces % 2 === 0) goOn(index, size);
          }
          for (const index of both) {
            const { events } = index.progress;
            expect(positionsOf(index.newest({}, everything))).toEqual(newestFirst.slice(newestFirst.length - events));
            while (goOn(index, 5_000));
            expect(positionsOf(index.newest({}, everything))).toEqual(newestFirst);
          }
          const third = new HistoryIndexFile({ file });
          expect(positionsOf(third.newest({}, everything))).toEqual(newestFirst.slice(-3 * 4_096));
          for (const { id, position } of drawn.slice(0, 3 * 4_096).filter((_, place) => place % 512 === 0)) {
            expect(positionsOf(third.find(id))).toEqual([position]);
          }
          for (const index of [...both, third]) void index.close();
        },
      ),
      { numRuns: 5 },
    );
  });

  it('is not written behind a gap', () => {
    const index = inMemory();
    expect(index.add({ after: 7, events: [], upTo: 9 })).toBe(false);
    expect(index.progress).toMatchObject({ position: 0, events: 0 });
  });

  it('is begun anew for all who share it', () => {
    const file = join(temporaryFolder(), 'history.db');
    const [one, other] = [new HistoryIndexFile({ file }), new HistoryIndexFile({ file })];
    const [log = []] = fc.sample(logs(5_000, 5_000), { numRuns: 1, seed: 5 });
    writeAll(one, log);
    expect(other.newest({ stream: 'tool-t1' }, everything).length).toBeGreaterThan(0);
    one.beginAnew('another-log');
    for (const index of [one, other]) expect(index.newest({}, everything)).toEqual([]);
    const another = log.toReversed().map((event, index) => ({ ...event, position: BigInt(index + 1) }));
    writeAll(other, another);
    const wanted = { stream: 'tool-t1' };
    expect(positionsOf(one.newest(wanted, everything))).toEqual(naively(another.slice(0, 4_096), wanted));
    expect(positionsOf(other.newest(wanted, everything))).toEqual(naively(another, wanted));
    void one.close();
    void other.close();
  });

  it('holds nothing of what was made ready for a segment before it was begun anew', () => {
    const index = inMemory();
    const [log = []] = fc.sample(logs(4_096, 4_096), { numRuns: 1, seed: 5 });
    const another = log.map((event) => ({ ...event, stream: `${event.stream}-again` }));
    const addAll = (events: readonly StoredEvent[]) => {
      const upTo = events.at(-1)?.position ?? 0n;
      index.add({ after: 0, events: events.map(indexed), upTo: Number(upTo) });
    };
    addAll(log);
    while (index.prepare());
    index.beginAnew('another-log');
    addAll(another);
    index.write();
    const places = index.newest({}, everything);
    expect(places.map(({ stream }) => stream)).toEqual(another.map(({ stream }) => stream).toReversed());
    for (const { id } of another.slice(0, 50)) expect(index.find(id)).toHaveLength(1);
  });

  it('keeps a state together with the events that it is of, and shows it before that', () => {
    const file = join(temporaryFolder(), 'history.db');
    const index = new HistoryIndexFile({ file });
    const [log = []] = fc.sample(logs(4_096, 4_096), { numRuns: 1, seed: 5 });
    const events = log.map(indexed);
    const kept = [7, 9].map((at) => ({ name: 'tool-t1', version: 1, at, state: `${at}` }));
    index.add({ after: 0, events, upTo: events.at(-1)?.position ?? 0 }, kept);
    const other = new HistoryIndexFile({ file });
    expect(other.kept('tool-t1', 1, 100n)).toBeUndefined();
    expect(index.kept('tool-t1', 1, 8n)).toEqual({ at: 7n, state: '7' });
    index.write();
    for (const each of [index, other]) expect(each.kept('tool-t1', 1, 100n)).toEqual({ at: 9n, state: '9' });
    void index.close();
    void other.close();
  });

  it('goes on in a new file where somebody has deleted it', () => {
    const file = join(temporaryFolder(), 'history.db');
    const index = new HistoryIndexFile({ file });
    const [log = []] = fc.sample(logs(4_200, 4_200), { numRuns: 1, seed: 5 });
    writeAll(index, log);
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    expect(index.progress).toMatchObject({ position: 0, log: '' });
    writeAll(index, log);
    expect(positionsOf(index.newest({}, everything))).toEqual(naively(log, {}));
    void index.close();
  });

  it('holds nobody’s name, and nothing of what happened', () => {
    const file = join(temporaryFolder(), 'history.db');
    const index = new HistoryIndexFile({ file });
    const event = (number: number) =>
      stored(
        { type: 'ToolBooked', data: { buyerName: 'Mina' } },
        { actor: { uid: 'operator:mina', role: 'operator', name: 'Mina' }, position: BigInt(number) },
      );
    writeAll(
      index,
      Array.from({ length: 4_096 }, (_, number) => event(number + 1)),
    );
    index.write();
    expect(index.room).toBe(4_096);
    void index.close();
    expect(bytesIn(join(file, '..')).toString('latin1')).not.toMatch(/mina|ToolBooked|buyerName/i);
  });
});
