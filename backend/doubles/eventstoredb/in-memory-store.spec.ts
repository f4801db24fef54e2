import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from './event-log.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import { InMemoryStore, MAX_APPEND_BYTES, type ProposedEvent } from './in-memory-store.ts';

const event = (type = 'Happened', data: Uint8Array = Buffer.from('{}')): ProposedEvent => {
  return { id: randomUUID(), type, contentType: 'application/json', data, metadata: new Uint8Array() };
};
const events = (count: number) => Array.from({ length: count }, () => event());
const metadata = (value: object) => event('$metadata', Buffer.from(JSON.stringify(value)));

const shown = (store: InMemoryStore, stream: string, direction: 'forwards' | 'backwards' = 'forwards') => {
  const read = store.readStream(stream, direction, direction === 'forwards' ? 0n : 2n ** 63n - 1n);
  return read.found === 'events' ? Array.from(read.events, ({ revision }) => revision) : read.found;
};
const logged = ({ log }: InMemoryStore): RecordedEvent[] =>
  Array.from({ length: log.length }, (_, index) => log.at(index)).filter((recorded) => recorded !== undefined);

describe('the order of the log', () => {
  it('has positions that only increase and are not dense, and revisions without a gap in each stream', () => {
    const store = new InMemoryStore({ firstPosition: 2n ** 53n });
    for (const stream of ['a', 'b', 'a', 'b']) store.append(stream, 'any', events(2));

    const positions = logged(store).map(({ position }) => position);
    expect(positions[0]).toBe(2n ** 53n);
    for (const [index, position] of positions.entries()) {
      if (index > 0) expect(position).toBeGreaterThan((positions[index - 1] ?? 0n) + 1n);
    }
    expect(shown(store, 'a')).toEqual([0n, 1n, 2n, 3n]);
    expect(shown(store, 'b', 'backwards')).toEqual([3n, 2n, 1n, 0n]);
  });

  it('answers an append with the revision and position of its last event', () => {
    const store = new InMemoryStore();
    const answer = store.append('a', 'no_stream', events(3));
    expect(answer).toEqual({ outcome: 'written', revision: 2n, position: logged(store).at(-1)?.position });
  });
});

describe('the expected revision', () => {
  const wrong = (current: bigint | undefined) => ({ outcome: 'wrong revision', current });

  it.each<[string, number, ExpectedRevision, object]>([
    ['a revision that is not the last one', 2, 0n, wrong(1n)],
    ['a revision that is not there yet', 2, 7n, wrong(1n)],
    ['a revision of no stream', 0, 0n, wrong(undefined)],
    ['no stream where there is one', 1, 'no_stream', wrong(0n)],
    ['a stream where there is none', 0, 'stream_exists', wrong(undefined)],
  ])('refuses %s', (_, existing, expected, answer) => {
    const store = new InMemoryStore();
    if (existing > 0) store.append('a', 'no_stream', events(existing));
    expect(store.append('a', expected, events(1))).toEqual(answer);
    expect(store.log.length).toBe(existing);
  });

  it.each<[ExpectedRevision, number]>([
    ['any', 0],
    ['any', 2],
    ['no_stream', 0],
    ['stream_exists', 2],
    [1n, 2],
  ])('accepts %s with %i events there', (expected, existing) => {
    const store = new InMemoryStore();
    if (existing > 0) store.append('a', 'no_stream', events(existing));
    expect(store.append('a', expected, events(1))).toMatchObject({ outcome: 'written', revision: BigInt(existing) });
  });
});

describe('a retry', () => {
  it.each<[ExpectedRevision, number]>([
    ['no_stream', 0],
    [1n, 2],
    ['any', 2],
    ['stream_exists', 2],
  ])('with %s and the same ids has the original answer', (expected, existing) => {
    const store = new InMemoryStore();
    if (existing > 0) store.append('a', 'no_stream', events(existing));
    const retried = events(3);
    const original = store.append('a', expected, retried);
    store.append('a', 'any', events(2));
    const length = store.log.length;

    expect(store.append('a', expected, retried)).toEqual(original);
    expect(store.log.length).toBe(length);
  });

  it.each<ExpectedRevision>(['no_stream', 'any'])(
    'with %s of what the stream does not show any more has no position',
    (expected) => {
      const store = new InMemoryStore();
      const retried = events(2);
      store.append('a', expected, retried);
      store.softDelete('a', 'any');
      expect(store.append('a', expected, retried)).toEqual({ outcome: 'written where nobody is told', revision: 1n });
    },
  );

  it.each<ExpectedRevision>(['no_stream', 'any'])(
    'with %s and only some of the ids is a wrong revision',
    (expected) => {
      const store = new InMemoryStore();
      const first = event();
      store.append('a', expected, [first]);
      expect(store.append('a', expected, [first, event()])).toEqual({ outcome: 'wrong revision', current: 0n });
    },
  );

  it('with any is written twice once the server has forgotten the ids', () => {
    const store = new InMemoryStore();
    const forgotten = event();
    store.append('a', 'any', [forgotten]);
    store.forgetEventIds();
    expect(store.append('a', 'any', [forgotten])).toMatchObject({ outcome: 'written', revision: 1n });
  });

  it('with the ids of another stream is an append of its own', () => {
    const store = new InMemoryStore();
    const shared = event();
    store.append('a', 'any', [shared]);
    expect(store.append('b', 'any', [shared])).toMatchObject({ outcome: 'written', revision: 0n });
    expect(store.log.length).toBe(2);
  });
});

describe('an append of more than 1 MiB', () => {
  it('is refused, and one of 1 MiB is not', () => {
    const store = new InMemoryStore();
    const bytes = (count: number) => event('', new Uint8Array(count));
    expect(store.append('a', 'any', [bytes(MAX_APPEND_BYTES - 1), bytes(2)])).toEqual({
      outcome: 'too large',
      limit: 1_048_576,
    });
    expect(store.append('a', 'any', [bytes(MAX_APPEND_BYTES)])).toMatchObject({ outcome: 'written' });
  });
});

describe('a soft-deleted stream', () => {
  const deleted = () => {
    const store = new InMemoryStore();
    store.append('a', 'no_stream', events(3));
    store.softDelete('a', 2n);
    return store;
  };

  it('is not found, though $all still shows its events', () => {
    const store = deleted();
    expect(shown(store, 'a')).toBe('no stream');
    expect(logged(store).map(({ stream }) => stream)).toEqual(['a', 'a', 'a', '$$a']);
  });

  it.each<ExpectedRevision>(['no_stream', 'any', 2n])('goes on numbering when appended to with %s', (expected) => {
    const store = deleted();
    expect(store.append('a', expected, events(2))).toMatchObject({ outcome: 'written', revision: 4n });
    expect(shown(store, 'a')).toEqual([3n, 4n]);
  });

  it('counts as deleted for who expects it to exist', () => {
    expect(deleted().append('a', 'stream_exists', events(1))).toEqual({ outcome: 'stream deleted' });
  });

  it('comes back empty when its metadata is set, and takes up numbering', () => {
    const store = deleted();
    store.append('$$a', 'any', [metadata({ $maxCount: 9 })]);
    expect(shown(store, 'a')).toEqual([]);
    store.append('a', 'stream_exists', events(1));
    expect(shown(store, 'a')).toEqual([3n]);
  });
});

describe('a tombstoned stream', () => {
  const tombstoned = () => {
    const store = new InMemoryStore();
    store.append('a', 'no_stream', events(1));
    store.tombstone('a', 'any');
    return store;
  };

  it('can neither be read, written, deleted nor given metadata', () => {
    const store = tombstoned();
    expect(shown(store, 'a')).toBe('tombstone');
    for (const expected of ['any', 'no_stream', 'stream_exists', 0n] as const) {
      expect(store.append('a', expected, events(1))).toEqual({ outcome: 'stream deleted' });
    }
    expect(store.append('$$a', 'any', [metadata({})])).toEqual({ outcome: 'stream deleted' });
    expect(store.softDelete('a', 'any')).toEqual({ outcome: 'stream deleted' });
    expect(store.tombstone('a', 'any')).toEqual({ outcome: 'stream deleted' });
  });

  it('ends in $all with an event of the last revision there is', () => {
    expect(logged(tombstoned()).at(-1)).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n });
  });
});

describe("a stream's metadata", () => {
  it.each([
    [{ $maxCount: 2 }, [3n, 4n]],
    [{ $tb: 3 }, [3n, 4n]],
    [{ $tb: 1, $maxCount: 3 }, [2n, 3n, 4n]],
    [{ $tb: 9 }, []],
    [{ $maxCount: 'many' }, [0n, 1n, 2n, 3n, 4n]],
  ])('of %j shows the revisions %s', (value, revisions) => {
    const store = new InMemoryStore();
    store.append('a', 'any', events(5));
    store.append('$$a', 'any', [metadata(value)]);
    expect(shown(store, 'a')).toEqual(revisions);
    expect(shown(store, 'a', 'backwards')).toEqual(revisions.toReversed());
  });

  it('hides what is older than $maxAge seconds', () => {
    let now = 1_000_000;
    const store = new InMemoryStore({ now: () => now });
    store.append('$$a', 'any', [metadata({ $maxAge: 60 })]);
    store.append('a', 'any', events(1));
    now += 59_000;
    store.append('a', 'any', events(1));
    expect(shown(store, 'a')).toEqual([0n, 1n]);
    now += 2_000;
    expect(shown(store, 'a')).toEqual([1n]);
  });

  it('is itself read as its last event only', () => {
    const store = new InMemoryStore();
    store.append('$$a', 'any', [metadata({ $tb: 1 }), metadata({ $tb: 2 })]);
    expect(shown(store, '$$a')).toEqual([1n]);
    expect(shown(store, 'a')).toBe('no stream');
  });
});
