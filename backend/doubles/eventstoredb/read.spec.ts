import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, FORWARDS, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { all, freshDouble, type Numbered, numbered, numberOf, take } from './double-fixture.ts';

describe('reading a stream', () => {
  const at = freshDouble();
  const numbers = async (options: Parameters<typeof at.client.readStream>[1]) =>
    (await all(at.client.readStream<Numbered>('a', options))).map(({ event }) => event?.data.n);

  it.each([
    [{}, [0, 1, 2, 3, 4]],
    [{ fromRevision: 3n }, [3, 4]],
    [{ fromRevision: 1n, maxCount: 2 }, [1, 2]],
    [{ fromRevision: 9n }, []],
    [{ fromRevision: END }, []],
    [{ direction: BACKWARDS, fromRevision: END }, [4, 3, 2, 1, 0]],
    [{ direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [4]],
    [{ direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
    [{ direction: BACKWARDS, fromRevision: 9n, maxCount: 2 }, [4, 3]],
  ] as const)('with %o reads %j', async (options, expected) => {
    await at.client.appendToStream('b', numbered(99));
    await at.client.appendToStream('a', numbered(0, 4));
    expect(await numbers(options)).toEqual(expected);
  });

  it('fails when there is none', async () => {
    const error: unknown = await numbers({}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StreamNotFoundError);
    expect(error).toMatchObject({ streamName: 'a' });
  });

  it('fails when it is tombstoned', async () => {
    await at.client.appendToStream('a', numbered(0));
    await at.client.tombstoneStream('a');
    await expect(numbers({})).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it('shows what its metadata lets through', async () => {
    await at.client.appendToStream('a', numbered(0, 4));
    await at.client.setStreamMetadata('a', { maxCount: 2 });
    expect(await numbers({})).toEqual([3, 4]);
    expect(await at.client.getStreamMetadata('a')).toMatchObject({ metadata: { maxCount: 2 } });
  });

  it('says when an event was created', async () => {
    const before = Date.now();
    await at.client.appendToStream('a', numbered(0));
    const [first] = await all(at.client.readStream('a'));
    expect(first?.event?.created.getTime()).toBeGreaterThanOrEqual(before);
    expect(first?.event?.created.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('is sent no faster than it is read', async () => {
    const blob = 'x'.repeat(50_000);
    const big = numbered(0, 9).map((event) => ({ ...event, data: { ...event.data, blob } }));
    for (let n = 0; n < 10; n++) await at.client.appendToStream('a', renamed(big));
    const read = at.client.readStream('a', {}, { highWaterMark: 1 });
    await take(read, 1);
    // Had the server sent all of the 5 MB ahead, the read would be over by now, and not meet this event.
    await at.client.appendToStream('a', numbered(77));
    const rest = await take(read, 100);
    expect(numberOf(rest.at(-1))).toBe(77);
  });

  it('can be left by cancelling it', async () => {
    await at.client.appendToStream('a', numbered(0, 99));
    const left = at.client.readStream('a');
    await take(left, 1);
    await left.cancel();
    expect(await numbers({ maxCount: 1 })).toEqual([0]);
  });
});

describe('reading $all', () => {
  let later = 0;
  const at = freshDouble({ firstPosition: 2n ** 60n, now: () => Date.now() + later });

  it('shows the events of all streams in one order, and the events of the server itself', async () => {
    await at.client.appendToStream('a', numbered(0));
    await at.client.appendToStream('b', numbered(1));
    await at.client.setStreamMetadata('a', { maxCount: 1 });
    const events = (await all(at.client.readAll())).map(({ event }) => event);

    expect(events.slice(0, -3).every((event) => event?.type.startsWith('$'))).toBe(true);
    expect(events.length).toBeGreaterThan(3);
    expect(events.slice(-3)).toMatchObject([
      { streamId: 'a', type: 'Numbered' },
      { streamId: 'b', type: 'Numbered' },
      { streamId: '$$a', type: '$metadata' },
    ]);
    const positions = events.map((event) => event?.position?.commit ?? 0n);
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(positions[0]).toBe(2n ** 60n);
  });

  it.each([
    ['forwards', [2, 3]],
    // ReadAllEventsBackward in 23.10's AllReader.cs: a position is where the event before it ends.
    [BACKWARDS, [1, 0]],
  ] as const)(
    'from a position begins with its event %s, and with the one before backwards',
    async (direction, expected) => {
      const positions = [];
      for (const event of numbered(0, 4)) positions.push((await at.client.appendToStream('a', event)).position);
      const fromPosition = positions[2];
      const events = await all(at.client.readAll({ direction, fromPosition, maxCount: 2 }));
      expect(events.map(({ event }) => event?.data)).toEqual(expected.map((n) => ({ n })));
    },
  );

  it('from a position where no event begins fails, and backwards from behind the end, as 23.10’s TFChunkReader does', async () => {
    const { position } = await at.client.appendToStream('a', numbered(0, 4));
    const { commit = 0n } = position ?? {};
    const from = (place: bigint) => ({ fromPosition: { commit: place, prepare: place }, maxCount: 2 });
    for (const direction of [FORWARDS, BACKWARDS] as const)
      await expect(all(at.client.readAll({ direction, ...from(commit - 1n) }))).rejects.toThrow('ReadAllResult: Error');
    const beyond = from(commit + 1_000_000n);
    await expect(all(at.client.readAll({ direction: BACKWARDS, ...beyond }))).rejects.toThrow('ReadAllResult: Error');
    expect(await all(at.client.readAll({ direction: FORWARDS, ...beyond }))).toEqual([]);
    const subscription = at.client.subscribeToAll({ fromPosition: { commit: commit - 1n, prepare: commit - 1n } });
    await expect(take(subscription, 1)).rejects.toThrow('Exception was thrown by handler');
  });

  it('backwards from the end begins with the last event', async () => {
    await at.client.appendToStream('a', numbered(0, 4));
    const [last] = await all(at.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    expect(last?.event?.data).toEqual({ n: 4 });
  });

  it.each([
    ['$tb', () => at.client.deleteStream('a')],
    ['$maxCount', () => at.client.setStreamMetadata('a', { maxCount: 2 })],
    ['$maxAge', () => at.client.setStreamMetadata('a', { maxAge: 60 })],
  ])('still shows what %s hides at once in its stream', async (_, hide) => {
    later = 0;
    await at.client.appendToStream('a', numbered(0, 4));
    await hide();
    later = 61_000;
    const shown = await all(at.client.readStream('a')).catch(() => []);
    expect(shown.length).toBeLessThan(5);
    const events = await all(at.client.readAll());
    expect(events.filter(({ event }) => event?.streamId === 'a')).toHaveLength(5);
  });
});

/** The same events under new ids. */
const renamed = <E extends { id: string }>(events: readonly E[]): E[] =>
  events.map((event) => ({ ...event, id: randomUUID() }));
