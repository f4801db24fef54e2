import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { firstOf, idsOf, newEvent, newEvents, newStream, type TheStore } from './some-events.ts';

export function subscribing(store: TheStore): void {
  describe('subscribing', () => {
    let abort: AbortController;
    let before: bigint;

    beforeEach(async () => {
      abort = new AbortController();
      before = await store().head();
    });

    afterEach(() => abort.abort());

    const subscribe = (after = before) => store().subscribe({ after, signal: abort.signal });

    it('brings what was there, then what comes', async () => {
      const stream = newStream();
      const [old, fresh] = [newEvents(3), newEvents(3)];
      await store().append(stream, 'none', old);
      const events: string[] = [];
      let appended = false;
      for await (const batch of subscribe()) {
        events.push(...idsOf(batch.events.filter((event) => event.stream === stream)));
        if (batch.caughtUp && !appended) {
          expect(events).toEqual(idsOf(old));
          await store().append(stream, 2n, fresh);
          appended = true;
        }
        if (events.length >= 6) break;
      }
      expect(events).toEqual(idsOf([...old, ...fresh]));
    });

    it('says that it has caught up when there is nothing to bring', async () => {
      for await (const batch of subscribe()) {
        expect(batch).toEqual({ events: [], position: before, caughtUp: true });
        break;
      }
    });

    it('never goes back, and says it has caught up only at the end', async () => {
      const stream = newStream();
      for (let count = 0; count < 2_000; count += 500) await store().append(stream, 'any', newEvents(500));
      let seen = before;
      let count = 0;
      for await (const { events, position, caughtUp } of subscribe()) {
        for (const event of events) {
          expect(event.position).toBeGreaterThan(seen);
          seen = event.position;
        }
        expect(position).toBeGreaterThanOrEqual(seen);
        seen = position;
        count += events.filter((event) => event.stream === stream).length;
        if (caughtUp) break;
      }
      expect(count).toBe(2_000);
    });

    it('resumes after a position without loss or repetition', async () => {
      const stream = newStream();
      const events = newEvents(10);
      for (const event of events) await store().append(stream, 'any', [event]);
      const stored = await store().readStream(stream);
      const rest = await firstOf(subscribe(stored[3]?.position), 6, [stream]);
      expect(idsOf(rest)).toEqual(idsOf(events.slice(4)));
    });

    it('ends when it is aborted while it waits', async () => {
      for await (const { caughtUp } of subscribe()) if (caughtUp) setImmediate(() => abort.abort());
      expect(abort.signal.aborted).toBe(true);
    });

    it('brings nothing when it was aborted before', async () => {
      await store().append(newStream(), 'none', [newEvent()]);
      abort.abort();
      const batches: LogBatch[] = [];
      for await (const batch of subscribe()) batches.push(batch);
      expect(batches).toEqual([]);
    });

    it('waits for a slow consumer, who misses nothing', async () => {
      const stream = newStream();
      const events = newEvents(3_000);
      const batches = subscribe()[Symbol.asyncIterator]();
      await batches.next();
      for (let count = 0; count < events.length; count += 100) {
        await store().append(stream, 'any', events.slice(count, count + 100));
      }
      const seen: string[] = [];
      while (seen.length < events.length) {
        const { value, done } = await batches.next();
        if (done) break;
        seen.push(...idsOf(value.events.filter((event: { stream: string }) => event.stream === stream)));
      }
      await batches.return?.();
      expect(seen).toEqual(idsOf(events));
    });

    it('brings everything to each of several subscribers', async () => {
      const streams = [newStream(), newStream()];
      const subscribers = Array.from({ length: 5 }, () => firstOf(subscribe(), 40, streams));
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => store().append(streams[index % 2] ?? '', 'any', [newEvent()])),
      );
      const [first, ...others] = await Promise.all(subscribers);
      expect(first).toHaveLength(40);
      for (const other of others) expect(idsOf(other)).toEqual(idsOf(first ?? []));
    });
  });
}
