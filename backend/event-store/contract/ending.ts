import { describe, expect, it } from 'vitest';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { idsOf, newEvent, newEvents, newStream, type TheStore } from './some-events.ts';

export function deleting(store: TheStore): void {
  describe('deleting a stream', () => {
    it('takes its events out of it', async () => {
      const [stream, other] = [newStream(), newStream()];
      await store().append(stream, 'none', newEvents(3));
      await store().append(other, 'none', newEvents(2));
      await store().deleteStream(stream);
      expect(await store().readStream(stream)).toEqual([]);
      expect(await store().readStream(other)).toHaveLength(2);
    });

    it('is no error for a stream that is not there, or no more', async () => {
      const stream = newStream();
      await store().deleteStream(stream);
      await store().append(stream, 'none', [newEvent()]);
      await store().deleteStream(stream);
      await store().deleteStream(stream);
      expect(await store().readStream(stream)).toEqual([]);
    });

    it('lets it begin again, with revisions and positions that were never used', async () => {
      const stream = newStream();
      const { position } = await store().append(stream, 'none', newEvents(3));
      await store().deleteStream(stream);
      const again = newEvents(2);
      const appended = await store().append(stream, 'none', again);
      expect(appended.revision).toBe(4n);
      expect(appended.position).toBeGreaterThan(position);
      const stored = await store().readStream(stream);
      expect(idsOf(stored)).toEqual(idsOf(again));
      expect(stored.map(({ revision }) => revision)).toEqual([3n, 4n]);
      expect(await store().append(stream, 4n, [newEvent()])).toMatchObject({ revision: 5n });
      await expect(store().append(stream, 'none', [newEvent()])).rejects.toThrow(WrongExpectedRevision);
    });

    it('does not hide that its new beginning is appended again', async () => {
      const stream = newStream();
      await store().append(stream, 'none', newEvents(3));
      await store().deleteStream(stream);
      const events = newEvents(2);
      const first = await store().append(stream, 'none', events);
      expect(await store().append(stream, 'none', events)).toEqual(first);
      expect(await store().readStream(stream)).toHaveLength(2);
    });
  });
}

export function closing(open: () => Promise<EventStore>): void {
  describe('closing the store', () => {
    it('waits for what is underway', async () => {
      const store = await open();
      let appended = 0;
      const appends = Array.from({ length: 50 }, async () => {
        await store.append(newStream(), 'none', [newEvent()]);
        appended += 1;
      });
      await store.close();
      expect(appended).toBe(50);
      await Promise.all(appends);
    });

    it('ends subscriptions', async () => {
      const store = await open();
      const { signal } = new AbortController();
      for await (const { caughtUp } of store.subscribe({ after: await store.head(), signal })) {
        if (caughtUp) setImmediate(() => store.close());
      }
      await store.close();
    });

    it('makes it unavailable', async () => {
      const store = await open();
      await store.close();
      await expect(store.append(newStream(), 'any', [newEvent()])).rejects.toThrow(Unavailable);
      await expect(store.readStream(newStream())).rejects.toThrow(Unavailable);
      await expect(store.readAll({ after: start, limit: 1 })).rejects.toThrow(Unavailable);
      await expect(store.head()).rejects.toThrow(Unavailable);
      await expect(store.deleteStream(newStream())).rejects.toThrow(Unavailable);
    });
  });
}
