import { describe, expect, it } from 'vitest';
import { start } from '../../../modules/kernel/event-store.ts';
import { idsOf, newEvent, newEvents, newStream, pagesAfter, type TheStore } from './some-events.ts';

export function reading(store: TheStore): void {
  describe('reading a stream', () => {
    it('gives back everything that was appended', async () => {
      const stream = newStream();
      const event = newEvent({ text: 'ä€😀\u0000\n"', list: [1, 2.5, null, true], deep: { er: {} } }, 'ThingChanged');
      const { revision, position } = await store().append(stream, 'none', [event]);
      expect(await store().readStream(stream)).toEqual([{ ...event, stream, revision, position }]);
    });

    it('gives back half a character as it came', async () => {
      const stream = newStream();
      await store().append(stream, 'none', [newEvent({ half: '\ud83d' })]);
      expect(await store().readStream(stream)).toMatchObject([{ data: { half: '\ud83d' } }]);
    });

    it('knows names in any script', async () => {
      const stream = `${newStream()}-größe-工具-😀`;
      await store().append(stream, 'none', [newEvent()]);
      expect(await store().readStream(stream)).toMatchObject([{ stream }]);
    });

    it('gives back large events', async () => {
      const stream = newStream();
      const events = ['a', 'é', '工'].map((letter) => newEvent({ text: letter.repeat(80_000) }));
      await store().append(stream, 'none', events);
      expect(await store().readStream(stream)).toMatchObject(events.map(({ data }) => ({ data })));
    });

    it('starts at a revision and ends at a limit', async () => {
      const stream = newStream();
      const events = newEvents(10);
      await store().append(stream, 'none', events);
      expect(idsOf(await store().readStream(stream, { from: 7n }))).toEqual(idsOf(events.slice(7)));
      expect(idsOf(await store().readStream(stream, { limit: 3 }))).toEqual(idsOf(events.slice(0, 3)));
      expect(idsOf(await store().readStream(stream, { from: 4n, limit: 2 }))).toEqual(idsOf(events.slice(4, 6)));
      expect(await store().readStream(stream, { from: 10n })).toEqual([]);
    });

    it('finds nothing in a stream that is not there', async () => {
      expect(await store().readStream(newStream())).toEqual([]);
    });

    it('reads a long stream to its end', async () => {
      const stream = newStream();
      for (let count = 0; count < 2_500; count += 500) await store().append(stream, 'any', newEvents(500));
      const stored = await store().readStream(stream);
      expect(stored.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 2_500 }, (_, index) => BigInt(index)),
      );
    });
  });

  describe('reading the whole log', () => {
    it('gives every event once and in order, page by page', async () => {
      const before = await store().head();
      const streams = [newStream(), newStream(), newStream()];
      for (const stream of streams) await store().append(stream, 'none', newEvents(3));
      for (const stream of streams) await store().append(stream, 2n, newEvents(1));

      const pages = await pagesAfter(store(), before, 2);
      expect(Math.max(...pages.map(({ events }) => events.length))).toBeLessThanOrEqual(2);
      const events = pages.flatMap((page) => page.events).filter(({ stream }) => streams.includes(stream));
      const [a, b, c] = await Promise.all(streams.map((stream) => store().readStream(stream)));
      const inOrder = [a, b, c].flatMap((stored) => stored?.slice(0, 3)).concat([a, b, c].map((stored) => stored?.[3]));
      expect(events).toEqual(inOrder);
    });

    it('gives strictly increasing positions', async () => {
      const before = await store().head();
      await Promise.all(Array.from({ length: 20 }, () => store().append(newStream(), 'none', newEvents(5))));
      const [page] = await pagesAfter(store(), before, 1_000);
      const positions = page?.events.map(({ position }) => position) ?? [];
      expect(positions.length).toBeGreaterThanOrEqual(100);
      expect(positions.every((position, index) => position > (positions[index - 1] ?? before))).toBe(true);
    });

    it('says how far it has seen, and whether that was the end', async () => {
      const before = await store().head();
      const { position } = await store().append(newStream(), 'none', newEvents(3));
      const part = await store().readAll({ after: before, limit: 2 });
      expect(part).toMatchObject({ caughtUp: false, position: part.events.at(-1)?.position });
      const rest = await store().readAll({ after: part.position, limit: 100 });
      expect(rest.caughtUp).toBe(true);
      expect(rest.position).toBeGreaterThanOrEqual(position);
      const nothing = await store().readAll({ after: rest.position, limit: 100 });
      expect(nothing).toMatchObject({ events: [], caughtUp: true });
      // A server may write to its own log meanwhile.
      expect(nothing.position).toBeGreaterThanOrEqual(rest.position);
    });

    it('begins with the first event', async () => {
      await store().append(newStream(), 'none', newEvents(2));
      const { events } = await store().readAll({ after: start, limit: 1 });
      expect(events).toHaveLength(1);
    });

    it('has its head at the last event, or after it where others write to the same log', async () => {
      const { position } = await store().append(newStream(), 'none', newEvents(3));
      expect(await store().head()).toBeGreaterThanOrEqual(position);
      const { events } = await store().readAll({ after: await store().head(), limit: 1 });
      expect(events).toEqual([]);
    });
  });
}
