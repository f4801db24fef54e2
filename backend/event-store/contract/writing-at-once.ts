import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { idsOf, newEvent, newEvents, newStream, type TheStore } from './some-events.ts';

export function writingAtOnce(store: TheStore): void {
  describe('many writers at once', () => {
    it('lets exactly one of them begin a stream', async () => {
      const stream = newStream();
      const attempts = Array.from({ length: 20 }, () => store().append(stream, 'none', [newEvent()]));
      const results = await Promise.allSettled(attempts);
      const losers = results.filter((result) => result.status === 'rejected');
      expect(losers).toHaveLength(19);
      for (const { reason } of losers) expect(reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await store().readStream(stream)).toHaveLength(1);
    });

    it('gives each revision to exactly one of them', async () => {
      const stream = newStream();
      const { revision: first } = await store().append(stream, 'none', [newEvent()]);
      const writer = async (): Promise<bigint[]> => {
        const won: bigint[] = [];
        for (let believed = first; won.length < 5; ) {
          try {
            believed = (await store().append(stream, believed, [newEvent()])).revision;
            won.push(believed);
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error;
            believed = (await store().readStream(stream)).at(-1)?.revision ?? first;
          }
        }
        return won;
      };
      const won = (await Promise.all(Array.from({ length: 6 }, writer))).flat();
      expect(won.sort((a, b) => Number(a - b))).toEqual(Array.from({ length: 30 }, (_, index) => BigInt(index + 1)));
      expect(await store().readStream(stream)).toHaveLength(31);
    });

    it('does no harm to those who write to other streams', async () => {
      const taken = newStream();
      await store().append(taken, 'none', [newEvent()]);
      const streams = Array.from({ length: 200 }, newStream);
      const refused = expect(store().append(taken, 'none', [newEvent()])).rejects.toThrow(WrongExpectedRevision);
      const appended = await Promise.all(streams.map((stream) => store().append(stream, 'none', newEvents(2))));
      await refused;
      expect(new Set(appended.map(({ position }) => position)).size).toBe(200);
      for (const stream of streams) expect(await store().readStream(stream)).toHaveLength(2);
    });

    it('keeps the order of one writer who does not wait for answers', async () => {
      const stream = newStream();
      const events = newEvents(50);
      await Promise.all(
        events.map((event, index) => store().append(stream, index === 0 ? 'none' : BigInt(index - 1), [event])),
      );
      expect(idsOf(await store().readStream(stream))).toEqual(idsOf(events));
    });
  });
}
