import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Wanted } from '../../modules/audit/history-index.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import { momentOf } from '../../modules/kernel/moment.ts';
import { bytesIn } from '../testing/kept-bytes.ts';
import { stored } from '../testing/stored.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';
import { indexed } from './indexed-event.ts';

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
      { minLength: least, maxLength: most, size: 'max' },
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
  for (let first = 0; first < log.length; first += piece) {
    const events = log.slice(first, first + piece).map(indexed);
    const after = index.progress.position;
    expect(index.write({ after, events, upTo: events.at(-1)?.position ?? after })).toBe(true);
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

  it('finds the same in long logs, where times are looked for by pieces of the log', () => {
    const [log = []] = fc.sample(logs(6_000, 6_000), { numRuns: 1, seed: 7 });
    const index = inMemory();
    writeAll(index, log, 777);
    for (const wanted of fc.sample(wishes, { numRuns: 300, seed: 8 })) {
      const moved = {
        ...wanted,
        ...(wanted.since && { since: wanted.since + 3_000_000 }),
        ...(wanted.until && { until: wanted.until + 4_000_000 }),
      };
      expect(positionsOf(index.newest(moved, everything))).toEqual(naively(log, moved));
    }
  });

  it('finds an event by its id, what came of a request, and the oldest of some types', () => {
    const [log = []] = fc.sample(logs(200, 150), { numRuns: 1, seed: 3 });
    const index = inMemory();
    writeAll(index, log);
    for (const { id, position, stream, revision } of log) {
      expect(index.find(id, { first: 0, last: Number.MAX_SAFE_INTEGER })).toEqual([
        expect.objectContaining({ position, stream, revision }),
      ]);
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

  it('has every event once, whichever of the processes that share it writes first', () =>
    fc.assert(
      fc.property(
        logs(200),
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 40 }),
        (log, turns) => {
          const file = join(temporaryFolder(), 'history.db');
          const both = [new HistoryIndexFile({ file }), new HistoryIndexFile({ file })] as const;
          const reached = [0, 0];
          for (const [isSecond, size] of [...turns, [true, 200] as const]) {
            const who = isSecond ? 1 : 0;
            const from = reached[who] ?? 0; // Each goes on from where it was itself.
            const piece = log.slice(from, from + size);
            const after = Number(log[from - 1]?.position ?? 0);
            const upTo = Number(piece.at(-1)?.position ?? after);
            expect(both[who].write({ after, events: piece.map(indexed), upTo })).toBe(true);
            reached[who] = from + piece.length;
          }
          const last = Math.max(...reached);
          for (const index of both)
            expect(positionsOf(index.newest({}, everything))).toEqual(naively(log.slice(0, last), {}));
          for (const index of both) index.close();
        },
      ),
      { numRuns: 25 },
    ));

  it('is not written behind a gap', () => {
    const index = inMemory();
    expect(index.write({ after: 7, events: [], upTo: 9 })).toBe(false);
    expect(index.progress).toMatchObject({ position: 0, events: 0 });
  });

  it('is begun anew for all who share it', () => {
    const file = join(temporaryFolder(), 'history.db');
    const [one, other] = [new HistoryIndexFile({ file }), new HistoryIndexFile({ file })];
    const [log = []] = fc.sample(logs(50, 30), { numRuns: 1, seed: 5 });
    writeAll(one, log);
    expect(other.newest({ stream: 'tool-t1' }, everything).length).toBeGreaterThan(0);
    one.beginAnew('another-log');
    expect(other.newest({}, everything)).toEqual([]);
    writeAll(
      other,
      log.toReversed().map((event, index) => ({ ...event, position: BigInt(index + 1) })),
    );
    expect(positionsOf(one.newest({ stream: 'tool-t1' }, everything))).toEqual(
      positionsOf(other.newest({ stream: 'tool-t1' }, everything)),
    );
    void one.close();
    void other.close();
  });

  it('goes on in a new file where somebody has deleted it', () => {
    const file = join(temporaryFolder(), 'history.db');
    const index = new HistoryIndexFile({ file });
    const [log = []] = fc.sample(logs(50, 30), { numRuns: 1, seed: 5 });
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
    const event = stored(
      { type: 'ToolBooked', data: { buyerName: 'Mina' } },
      { actor: { uid: 'operator:mina', role: 'operator', name: 'Mina' } },
    );
    writeAll(index, [event]);
    void index.close();
    expect(bytesIn(join(file, '..')).toString('latin1')).not.toMatch(/mina|ToolBooked|buyerName/i);
  });
});
