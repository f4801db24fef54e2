import type { RecordedEvent } from './event-log.ts';

export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | bigint;

/** What the rules need to know of a stream. */
export type StreamState = {
  /** Revision of the last event; -1 when there never was one. */
  last: bigint;
  tombstoned: boolean;
  softDeleted: boolean;
  hasMetadata: boolean;
  at(revision: bigint): RecordedEvent | undefined;
  /** The event of this stream with that id, as far as the server has it in its cache of recent ids. */
  cached(id: string): RecordedEvent | undefined;
};

export type Verdict =
  | { verdict: 'write' }
  | { verdict: 'written before'; last: RecordedEvent }
  | { verdict: 'wrong revision' }
  | { verdict: 'stream deleted' };

const WRITE: Verdict = { verdict: 'write' };
const WRONG: Verdict = { verdict: 'wrong revision' };
const DELETED: Verdict = { verdict: 'stream deleted' };

/**
 * May these events be written to the stream, or were they already? A retry is known by its event ids: with a revision
 * or no_stream they are looked for right behind it, with any and stream_exists in the server's cache of recent ids.
 * The rules are those of EventStoreDB 23.10.
 */
export function judge(stream: StreamState, expected: ExpectedRevision, ids: readonly string[]): Verdict {
  if (stream.tombstoned) return DELETED;
  if (expected === 'stream_exists') {
    if (stream.softDeleted) return DELETED;
    if (stream.last < 0n && !stream.hasMetadata) return WRONG;
  }
  if (expected === 'any' || expected === 'stream_exists') return judgeByCache(stream, ids);

  const revision = expected === 'no_stream' ? -1n : expected;
  if (revision === stream.last) return WRITE;
  if (revision > stream.last) return WRONG;
  return judgeByPlace(stream, revision, ids);
}

function judgeByCache(stream: StreamState, ids: readonly string[]): Verdict {
  const found = ids.map((id) => stream.cached(id));
  const last = found.at(-1);
  if (found[0] === undefined) return WRITE;
  return last && !found.includes(undefined) ? { verdict: 'written before', last } : WRONG;
}

function judgeByPlace(stream: StreamState, revision: bigint, ids: readonly string[]): Verdict {
  const found = ids.map((id, index) => {
    const event = stream.at(revision + BigInt(index) + 1n);
    return event?.id === id ? event : undefined;
  });
  const last = found.at(-1);
  if (last && !found.includes(undefined)) return { verdict: 'written before', last };
  const nothingMatches = found[0] === undefined;
  return nothingMatches && revision === -1n && stream.softDeleted ? WRITE : WRONG;
}
