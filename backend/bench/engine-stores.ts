import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { Redis } from 'ioredis';
import type { Measured } from './load.ts';

const together = 64;

/** Does something over and over, 64 side by side, for so many seconds; the first second is not counted. */
export async function overAndOver(seconds: number, work: () => Promise<unknown>): Promise<Measured> {
  await rounds(1, work);
  const took = await rounds(seconds, work);
  took.sort((one, other) => one - other);
  const at = (part: number) => Math.round((took[Math.floor(took.length * part)] ?? 0) * 10) / 10;
  return { perSecond: took.length / seconds, median: at(0.5), p99: at(0.99) };
}

async function rounds(seconds: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const worker = async () => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await work();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return took;
}

/** The client alone, without the shop: one event to a new stream. */
export function bareAppends(address: string) {
  const client = EventStoreDBClient.connectionString(address);
  return {
    append: () =>
      client.appendToStream(randomUUID(), jsonEvent({ type: 'Bare', data: { n: 1 } }), { expectedRevision: NO_STREAM }),
    /** Events a second that the client reads from the whole log. */
    async readSpeed(): Promise<number> {
      const begun = performance.now();
      let events = 0;
      for await (const { event } of client.readAll()) if (event && !event.type.startsWith('$')) events++;
      return events / ((performance.now() - begun) / 1_000);
    },
    close: () => client.dispose(),
  };
}

/** The client alone, without the shop: one document by its key. */
export async function bareReads(address: string) {
  const client = new Redis(address);
  await client.hset('bare', 'd', JSON.stringify({ _id: 't1', name: 'Hammer', PerPrice: 19.99 }));
  return { read: () => client.hget('bare', 'd'), close: () => client.quit() };
}
