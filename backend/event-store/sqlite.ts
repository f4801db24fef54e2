import { Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Append, Appended, EventStore, LogBatch, Turn } from '../../modules/kernel/event-store.ts';
import { background, pieceOfWork } from '../runtime/scheduling/background.ts';
import { pause } from '../runtime/time/pause.ts';
import { arrivals } from './sqlite/arrivals.ts';
import { errorOf } from './sqlite/failure.ts';
import { foreignWrites } from './sqlite/foreign.ts';
import type { Outcome } from './sqlite/jobs.ts';
import { JustWritten } from './sqlite/just-written.ts';
import { openLogFile } from './sqlite/log-file.ts';
import { logReader } from './sqlite/log-reader.ts';
import { noWritesYet } from './sqlite/own-writes.ts';
import { roomOnDisk } from './sqlite/room.ts';
import { inTexts, storedOf } from './sqlite/texts.ts';
import { startWriter } from './sqlite/writer.ts';

/** One append is one transaction, and those that wait together are committed together anyway. */
const mostPerAppend = 200;

/** How many keys of records are read in one piece: SQLite does that in about two milliseconds. */
const keysOfAPage = 1_000;

/** How long a subscription waits before it reads again from a log that was out of reach, in milliseconds. */
const awayFor = 100;

/**
 * The event log in one SQLite file, made when it is not there. Several processes may have it open.
 *
 * Positions become visible in their order: SQLite has one writer at a time, also across processes, and the position
 * is given out inside of that writer's transaction. So whoever has seen a position never misses a smaller one.
 * @param pollInterval how often to look for what other processes appended, in milliseconds.
 * @param onRoom told when the disk is full, and when it is no more
 * @throws UnusableLog for a file that is damaged, not ours, or of a newer version.
 */
export function openSqliteEventStore({
  file,
  pollInterval = 25,
  onRoom = () => {},
}: {
  readonly file: string;
  readonly pollInterval?: number;
  readonly onRoom?: (hasRoom: boolean) => void;
}): EventStore {
  const database = openLogFile(file);
  const log = logReader(database, file);
  const since = log.reached();
  const own = noWritesYet(since);
  /** How far those who follow the log have been handed what was written here, or may read. */
  let told = since;
  const news = arrivals(goesBeyond, pollInterval);
  const foreign = foreignWrites({ reached: log.reached, since, own, heard: news.look });
  const writer = startWriter(file, own, news.look);
  const justWritten = new JustWritten();
  const room = roomOnDisk(onRoom);
  let closing: Promise<void> | undefined;

  const mustBeOpen = () => {
    if (closing) throw new Unavailable('The event store is closed.');
  };

  return {
    file,
    mostPerAppend,
    async append(stream, expected, events) {
      const [appended] = await appendAll([{ stream, expected, events }]);
      if (!appended) throw new RangeError('An append has one outcome.');
      return appended;
    },
    appendAll,
    async takeTurn() {
      mustBeOpen();
      return writer.takeTurn();
    },
    async readStream(stream, options) {
      mustBeOpen();
      return readStream(stream, options);
    },
    async readAll({ after, limit }) {
      mustBeOpen();
      let batch = await readPiece(after, Math.min(limit, pieceOfWork));
      while (!batch.caughtUp && batch.events.length < limit) {
        const next = await readPiece(batch.position, Math.min(limit - batch.events.length, pieceOfWork));
        batch = { ...next, events: [...batch.events, ...next.events] };
      }
      return batch;
    },
    async head() {
      mustBeOpen();
      return log.head();
    },
    waiting: () => writer.waiting,
    hasRoom: room.has,
    foreign: () => (closing ? undefined : foreign()),
    async *subscribe({ after, signal }): AsyncGenerator<LogBatch, void, undefined> {
      let position = after;
      let saidCaughtUp = false;
      const follower = justWritten.follow(position);
      try {
        while (!closing && !signal.aborted) {
          const batch = justWrittenBehind(position) ?? (await readOn(position));
          if (!batch) {
            await pause(awayFor, signal);
            continue;
          }
          follower.at(batch.position);
          if (batch.position > position || !saidCaughtUp) yield batch;
          position = batch.position;
          saidCaughtUp = batch.caughtUp;
          if (batch.caughtUp) await news.beyond(position, signal);
        }
      } finally {
        follower.leave();
      }
    },
    async deleteStream(stream) {
      mustBeOpen();
      const settled = () => justWritten.clear();
      const outcome = await writer.carryOut({ kind: 'delete', stream }, { settled });
      if (outcome.kind === 'failed') throw errorOf(outcome);
    },
    records: {
      async get(key) {
        mustBeOpen();
        return log.record(key);
      },
      async put(key, value, expected) {
        mustBeOpen();
        const outcome = await writer.carryOut({ kind: 'put', key, value, expected });
        room.note(outcome);
        if (outcome.kind === 'put') return outcome.version;
        if (outcome.kind === 'failed') throw errorOf(outcome);
        throw new WrongExpectedRevision(key, expected);
      },
      async delete(key, expected = 'any') {
        mustBeOpen();
        const outcome = await writer.carryOut({ kind: 'forget', key, expected });
        if (outcome.kind === 'failed') throw errorOf(outcome);
        if (outcome.kind === 'refused') throw new WrongExpectedRevision(key, expected);
      },
      async *keys(prefix) {
        for (let after: string | undefined; ; ) {
          const page = await background.run(async () => {
            mustBeOpen();
            return log.recordKeys(prefix, { after, limit: keysOfAPage });
          });
          yield* page;
          if (page.length < keysOfAPage) return;
          after = page.at(-1);
        }
      },
    },
    close() {
      closing ??= (async () => {
        news.close();
        await writer.close();
        database.close();
      })();
      return closing;
    },
  };

  async function appendAll(appends: readonly Append[], turn?: Turn): Promise<readonly Appended[]> {
    mustBeOpen();
    const job = { kind: 'append', appends: appends.map(inTexts) } as const;
    const settled = (outcome: Outcome, size: number) => {
      room.note(outcome);
      if (outcome.kind !== 'appended') return;
      justWritten.add(storedOf(appends, job.appends, outcome.appended), size);
      for (const { position } of outcome.appended) if (position > told) told = position;
    };
    const outcome = await writer.carryOut(job, { settled, turn });
    if (outcome.kind === 'appended') return outcome.appended;
    if (outcome.kind === 'failed') throw errorOf(outcome);
    const elsewhere = appends.find(({ stream }) => outcome.kind === 'refused' && stream === outcome.which);
    throw new WrongExpectedRevision(elsewhere?.stream ?? 'unknown', elsewhere?.expected ?? 'any');
  }

  /** Most streams are one piece, and are read at once. */
  async function readStream(
    stream: string,
    { from = 0n, limit = Number.POSITIVE_INFINITY }: { from?: bigint; limit?: number } = {},
  ): Promise<StoredEvent[]> {
    const events = log.readStream(stream, { from, limit: Math.min(limit, pieceOfWork) });
    for (let last = events; last.length === pieceOfWork && events.length < limit; ) {
      const next = (events.at(-1)?.revision ?? from) + 1n;
      last = await background.run(async () => {
        mustBeOpen();
        return log.readStream(stream, { from: next, limit: Math.min(limit - events.length, pieceOfWork) });
      });
      events.push(...last);
    }
    return events;
  }

  /**
   * Whether the log goes beyond a position for those who follow it. A commit shows before this thread is told of it: what nobody
   * else has a part in is handed to them in a moment, and need not be read back, checked and parsed. And of what was written
   * here the file need not be asked: after each commit that takes SQLite thirty microseconds, since its cache is void by then.
   */
  function goesBeyond(position: bigint): boolean {
    if (told > position) return true;
    const reached = log.reached();
    return reached > position && !(writer.isAtWork && own.othersUpTo(reached) <= told);
  }

  function justWrittenBehind(position: bigint): LogBatch | undefined {
    const events = justWritten.behind(position, pieceOfWork);
    const last = events?.at(-1)?.position;
    if (events === undefined || last === undefined) return undefined;
    // Whether others have written more is looked for by whoever waits for more.
    return { events, position: last, caughtUp: told <= last };
  }

  function readPiece(after: bigint, limit: number): Promise<LogBatch> {
    return background.run(async () => {
      mustBeOpen();
      return log.readAll({ after, limit });
    });
  }

  async function readOn(after: bigint): Promise<LogBatch | undefined> {
    try {
      return await readPiece(after, pieceOfWork);
    } catch (error) {
      if (error instanceof Unavailable) return undefined;
      throw error;
    }
  }
}
