import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { Append, Appended } from '../../../modules/kernel/event-store.ts';
import { idsOf, newEvent, newEvents, newStream, type TheStore } from './some-events.ts';

/** Of stores that commit to several streams at once. */
export function appendingToSeveral(store: TheStore): void {
  describe('appending to several streams', () => {
    const appendAll = async (appends: readonly Append[]): Promise<readonly Appended[]> => {
      const { appendAll } = store();
      if (!appendAll) throw new Error('The store appends to one stream at a time.');
      return appendAll(appends);
    };

    it('appends all of it, in its order, and says where each came to stand', async () => {
      const [one, other] = [newStream(), newStream()];
      await store().append(one, 'none', newEvents(2));
      const after = await store().head();
      const [first, second, third] = [newEvents(2), newEvents(1), newEvents(1)];
      const appended = await appendAll([
        { stream: one, expected: 1n, events: first },
        { stream: other, expected: 'none', events: second },
        { stream: one, expected: 3n, events: third },
      ]);
      expect(appended.map(({ revision }) => revision)).toEqual([3n, 0n, 4n]);
      const { events } = await store().readAll({ after, limit: 10 });
      expect(idsOf(events)).toEqual(idsOf([...first, ...second, ...third]));
      expect(appended.flatMap(({ positions }) => positions)).toEqual(events.map(({ position }) => position));
      expect(appended.map(({ position }) => position)).toEqual([1, 2, 3].map((last) => events[last]?.position));
    });

    it.each([0, 1, 2])('appends nothing when stream %d of three is elsewhere, and names it', async (taken) => {
      const streams = [newStream(), newStream(), newStream()];
      await store().append(streams[taken] ?? '', 'none', [newEvent()]);
      const appends = streams.map((stream) => ({ stream, expected: 'none', events: newEvents(2) }) as const);
      const refusal = await appendAll(appends).catch((reason: unknown) => reason);
      expect(refusal).toBeInstanceOf(WrongExpectedRevision);
      expect(refusal).toMatchObject({ stream: streams[taken] });
      for (const [index, stream] of streams.entries()) {
        expect(await store().readStream(stream)).toHaveLength(index === taken ? 1 : 0);
      }
    });

    it('refuses all of it when one of them is of nothing', async () => {
      const stream = newStream();
      const appends = [
        { stream, expected: 'none', events: newEvents(1) },
        { stream: newStream(), expected: 'none', events: [] },
      ] as const;
      await expect(appendAll(appends)).rejects.toThrow(RangeError);
      expect(await store().readStream(stream)).toEqual([]);
    });

    it('resolves to the first success when the same is appended again, also when others went on', async () => {
      const appends = [newStream(), newStream()].map(
        (stream) => ({ stream, expected: 'none', events: newEvents(2) }) as const,
      );
      const first = await appendAll(appends);
      await store().append(appends[0]?.stream ?? '', 1n, newEvents(2));
      expect(await appendAll(appends)).toEqual(first);
      expect(await store().readStream(appends[1]?.stream ?? '')).toHaveLength(2);
    });

    it('lets exactly one of many have what all of them want, with what is its own', async () => {
      const wanted = newStream();
      const own = Array.from({ length: 20 }, newStream);
      const results = await Promise.allSettled(
        own.map((stream) =>
          appendAll([
            { stream, expected: 'none', events: newEvents(1) },
            { stream: wanted, expected: 'none', events: newEvents(1) },
          ]),
        ),
      );
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(19);
      for (const [index, stream] of own.entries()) {
        expect(await store().readStream(stream)).toHaveLength(index === winner ? 1 : 0);
      }
    });
  });
}
