import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../../modules/booking/read-models/open-reservations.ts';
import { tools } from '../../../modules/catalog/read-models/tools.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { books } from '../../../modules/payments/read-models/books.ts';
import { openQuestions } from '../../../modules/payments/read-models/open-questions.ts';
import { users } from '../../../modules/users/read-models/users.ts';
import { makeLog } from '../../bench/logs/made-log.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { sealingEventStore } from '../../personal-data/sealing-event-store.ts';
import { SubjectKeys } from '../../personal-data/subject-keys.ts';
import { openWrittenBehind } from '../../read-models/behind/written-behind.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { replayOf } from '../../replay/replay-of.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { loadOrCreateKeys } from '../../start/keys/identity-keys.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { type Dump, dumpOf } from '../../testing/logs/dump.ts';
import { openedReadModels } from '../../testing/opened-stores.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { NodeFeed } from '../node-feed.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const projections: readonly Projection[] = [tools, bookings, openReservations, books, openQuestions, users];

/** A log of 6,000 events and more, and what reading it event by event makes of it. Each test has the log in a folder of its own. */
const made = mkdtempSync(join(tmpdir(), 'far-behind-'));
afterAll(() => rmSync(made, { recursive: true }));
let whole: Dump;
beforeAll(async () => {
  const dataDir = join(made, 'log');
  await makeLog({ dataDir, orders: 2_000, paid: 0.2, tools: 5, people: 10 });
  const { reading, close } = await opened(dataDir);
  const readModels = openSqliteReadModels({ file: join(made, 'read-models.db') });
  whole = await dumpBy(projections, readModels, reading);
  await Promise.all([readModels.close(), close()]);
});

describe('read models that are far behind', () => {
  it('are brought up to date by a thread that reads ahead, to what reading event by event makes of them', async () => {
    const { store } = await longLog();
    const replay = vi.spyOn(store, 'replay');
    const readModels = taking(openedReadModels(temporaryFolder()), 2_000);
    expect(await dumpBy(projections, readModels, store)).toEqual(whole);
    expect(replay).toHaveBeenCalledOnce();
  });

  it('go on where they were, when they were stopped in the middle', async () => {
    const { store } = await longLog();
    const readModels = taking(fresh(), 500);
    for (const most of [1, 3]) {
      const stop = new AbortController();
      const runner = new ProjectionRunner(projections, readModels, store);
      let batches = 0;
      const progressed = () => ++batches === most && stop.abort();
      await runner.catchUp(await runner.open(), { signal: stop.signal, progressed });
      expect(batches).toBe(most);
    }
    expect(await dumpBy(projections, readModels, store)).toEqual(whole);
  });

  it('are made beside those that are shown where there is nothing yet, and go on from there', async () => {
    const { store } = await longLog();
    const readModels = writtenBehind();
    const anew = vi.spyOn(readModels, 'anew');
    const runner = new ProjectionRunner(projections, readModels, store);
    const from = await runner.open();
    const caughtUp = runner.catchUp(from);
    expect(await readModels.projections()).toEqual(['log-identity']);
    expect(await caughtUp).toBe(await store.head());
    expect(runner.applied).toBe(await store.head());
    expect(await dumpOf(readModels, projections)).toEqual(whole);
    // With what says which log they are made from, and without anything to be made again.
    await runner.open();
    await runner.verify();
    expect(await dumpOf(readModels, projections)).toEqual(whole);
    await readModels.drop(tools.storedAs);
    await runner.verify();
    expect(await dumpOf(readModels, projections)).toEqual(whole);
    expect(anew).toHaveBeenCalledOnce();
  });

  it('are made in the other way when that comes to nothing: somebody was faster, or it cannot be done', async () => {
    const { store } = await longLog();
    const folder = temporaryFolder();
    const readModels = writtenBehind(folder);
    const began = readModels.anew?.bind(readModels);
    for (const happens of ['faster', 'failing'] as const) {
      Object.assign(readModels, {
        async anew(mayGo: readonly string[]) {
          const anew = await began?.(mayGo);
          if (!anew) return undefined;
          if (happens === 'failing') vi.spyOn(anew, 'install').mockRejectedValue(new Error('The disk is full.'));
          else await dumpBy(projections, openedReadModels(folder), store);
          return anew;
        },
      });
      const failed = vi.fn<(reason: unknown) => void>();
      const runner = new ProjectionRunner(projections, readModels, store);
      await runner.catchUp(await runner.open(), { failed });
      expect(failed.mock.calls).toEqual(happens === 'failing' ? [[new Error('The disk is full.')]] : []);
      expect(await dumpOf(readModels, projections)).toEqual(whole);
      for (const name of await readModels.projections()) await readModels.drop(name);
    }
  });

  thoroughly('are stopped in the middle when they are made anew, and begin again', async () => {
    const { store } = await longLog();
    const readModels = writtenBehind();
    const runner = new ProjectionRunner(projections, readModels, store);
    const stop = new AbortController();
    const from = await runner.open();
    expect(await runner.catchUp(from, { signal: stop.signal, progressed: () => stop.abort() })).toBe(from);
    expect(await dumpBy(projections, readModels, store)).toEqual(whole);
  });

  it('park what cannot be folded, and stop where one wrong document is worse', async () => {
    const { store, reading } = await longLog();
    const { events } = await reading.readAll({ after: 0n, limit: 10_000 });
    const paid = events.filter(({ type }) => type === 'BookingPaid');
    const failing = [failingAt(bookings, paid[50]), failingAt(books, paid[100]), tools];
    const dumps: Dump[] = [];
    const parked: unknown[] = [];
    for (const [from, readModels] of [
      [store, taking(fresh(), 2_000)],
      [store, writtenBehind()],
      [reading, taking(fresh(), 2_000)],
    ] as const) {
      const runner = new ProjectionRunner(failing, readModels, from);
      await runner.catchUp(await runner.open());
      expect(runner.stopped).toEqual([expect.objectContaining({ projection: 'books', byParked: true })]);
      dumps.push(await dumpOf(readModels, failing));
      const kept = new ParkedEvents(from);
      await kept.load();
      parked.push(kept.entries.map(({ eventId, reader, document }) => [eventId, reader, document]).toSorted());
      for (const { eventId, reader } of kept.entries) await kept.remove(reader, eventId);
    }
    for (const at of [0, 1]) {
      expect(dumps[at]).toEqual(dumps[2]);
      expect(parked[at]).toEqual(parked[2]);
    }
    expect(parked[0]).toHaveLength(2);
  });

  it('are brought up to date before a node follows the log, which says how far it has come', async () => {
    const { store } = await longLog();
    const replay = vi.spyOn(store, 'replay');
    const parked = new ParkedEvents(store);
    const runner = new ProjectionRunner(projections, fresh(), store, parked);
    const wiring = { store, projections: runner, reactors: [], timers: [], parked };
    const feed = new NodeFeed({ ...wiring, log: openLog('silent'), now: () => new Date() });
    await feed.start();
    onTestFinished(() => feed.close());
    expect(replay).toHaveBeenCalledOnce();
    expect(feed.shownUpTo).toBe(await store.head());
  });
});

/** The store that reads the log in a thread, and one that does not. */
async function longLog() {
  const dataDir = temporaryFolder();
  cpSync(join(made, 'log'), dataDir, { recursive: true });
  const { store, reading, close } = await opened(dataDir);
  onTestFinished(close);
  return { store, reading };
}

async function opened(dataDir: string) {
  const file = join(dataDir, 'events.db');
  const { wrapping } = await loadOrCreateKeys(dataDir);
  const plain = openSqliteEventStore({ file });
  const keys = new SubjectKeys(plain, wrapping, () => new Date());
  const reading = versionedEventStore(sealingEventStore(plain, eventDeclarations, keys), eventDeclarations);
  return { store: { ...reading, replay: replayOf(file, () => wrapping) }, reading, close: () => plain.close() };
}

function writtenBehind(folder = temporaryFolder()): ReadModels {
  const readModels = openWrittenBehind({ file: join(folder, 'read-models.db') });
  onTestFinished(() => readModels.close());
  return readModels;
}

const fresh = () => openedReadModels(temporaryFolder());

async function dumpBy(of: readonly Projection[], readModels: ReadModels, store: EventStore): Promise<Dump> {
  const runner = new ProjectionRunner(of, readModels, store);
  await runner.catchUp(await runner.open());
  return dumpOf(readModels, of);
}

/** The read models, as a store that takes so many events in one commit. */
function taking(readModels: ReadModels, mostPerCommit: number): ReadModels {
  return Object.assign(readModels, { mostPerCommit });
}

/** The projection, failing at one event. */
function failingAt(projection: Projection, event: StoredEvent | undefined): Projection {
  return {
    ...projection,
    evolve(document, one) {
      if (one.id === event?.id) throw new RangeError('No number.');
      return projection.evolve(document, one);
    },
  };
}
