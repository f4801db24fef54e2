import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { type DomainEvent, type NewEvent, system } from '../../../modules/kernel/event.ts';
import type { SideRecord, SideRecords } from '../../../modules/kernel/event-store.ts';
import type { Anchors } from './anchors.ts';
import { appenderOf } from './appending/appended-once.ts';
import type { Appends } from './appends.ts';
import { deleteStream } from './deletions.ts';
import { keptOneIn } from './kept-one.ts';
import { pageAfter } from './reading/page.ts';
import { readerOf } from './reads.ts';
import type { Try } from './trouble/patience.ts';

type RecordPut = DomainEvent<'RecordPut', { value: string }>;
type Call = <T>(attempt: (attempt: Try) => Promise<T>, inTurnOf?: string) => Promise<T>;

const pageSize = 500;

/**
 * Records beside the log: each is the last event of a stream of its own, of which the server keeps one ($maxCount), under a
 * prefix that is not the shop's: so the feed never sees them. Until a scavenge the older ones lie on the disk, and in $all.
 */
export function recordsOf(
  client: EventStoreDBClient,
  {
    address,
    appends,
    prefix,
    anchors,
    silence,
    beginning,
    call,
  }: {
    address: string;
    appends: Appends;
    prefix: string;
    anchors: Anchors;
    silence: number;
    /** Where the shop's history begins; see beginning.ts. */
    beginning: (deadline: number) => Promise<bigint>;
    call: Call;
  },
): SideRecords {
  // With a colon, which no prefix of a shop has: none is the beginning of this.
  const beside = `beside:${prefix}`;
  const reader = readerOf(client, beside, silence);
  const kept = keptOneIn(client, address, reader);
  const append = appenderOf(appends, beside, reader, {
    // An earlier release said of one that was deleted what is kept of it.
    makeWay: (key, { limit }) => kept.deleteEmpty(beside + key, limit),
  });

  async function get(key: string): Promise<SideRecord | undefined> {
    const last = await call(() => reader.lastOf(key));
    return last && { value: (last as NewEvent<RecordPut>).data.value, version: last.revision };
  }

  const keepOne = (key: string, isNew: boolean) => call((attempt) => kept.keep(beside + key, isNew, attempt), key);

  return {
    get,
    async put(key, value, expected) {
      const event = recordPut(value);
      const { revision } = await append(key, expected, [event], (once) =>
        call(async (attempt) => {
          // Every record lies behind the mark where the shop begins, so that the search for them begins there, too.
          await beginning(attempt.limit);
          return once(attempt);
        }, key),
      );
      // Said once the stream is there, and again whenever it begins anew, since deleting it took this away; by whoever does
      // not look; and now and then: for the one that ended before it could say so.
      if (typeof expected === 'string') await keepOne(key, revision === 0n);
      else if (revision % 50n === 0n) await keepOne(key, false).catch(unlessUnavailable);
      return revision;
    },
    async delete(key, expected = 'any') {
      const isDone = await call(({ limit }) => deleteStream(client, beside + key, limit, expected), key);
      if (!isDone && expected !== 'any' && (await get(key))) throw new WrongExpectedRevision(key, expected);
    },
    async *keys(begin) {
      const found = new Set<string>();
      const began = await call(({ limit }) => beginning(limit));
      for (let after = began, caughtUp = false; !caughtUp; ) {
        const page = await call(({ limit }) =>
          pageAfter({ client, prefix: beside + begin, anchors }, { after, limit: pageSize, within: limit * 0.8 }),
        );
        for (const { stream } of page.events) found.add(begin + stream);
        ({ position: after, caughtUp } = page);
      }
      // The log also shows those that were deleted since.
      const keys = [...found].sort();
      for (let at = 0; at < keys.length; at += pageSize) {
        const page = keys.slice(at, at + pageSize);
        const records = await Promise.all(page.map(get));
        yield* page.filter((_, index) => records[index] !== undefined);
      }
    },
  };
}

/** What is said again later needs no answer now: the record is written, and who put it must be told so. */
function unlessUnavailable(reason: unknown): void {
  if (!(reason instanceof Unavailable)) throw reason;
}

function recordPut(value: string): NewEvent<RecordPut> {
  const id = randomUUID();
  const meta = {
    schema: 1,
    time: new Date().toISOString(),
    actor: system,
    command: 'PutRecord',
    commandId: id,
    fingerprint: id,
  };
  return { id, type: 'RecordPut', data: { value }, meta: { ...meta, correlationId: id } };
}
