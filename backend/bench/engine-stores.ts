import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM, START } from '@eventstore/db-client';
import { start } from '../../modules/kernel/event-store.ts';
import type { Measured } from './figures/figure.ts';
import { spreadOf } from './figures/quantiles.ts';

const together = 64;

/** Does something over and over, 64 side by side, for so many seconds. */
export async function overAndOver(seconds: number, work: () => Promise<unknown>): Promise<Measured> {
  const { took, failed } = await round(seconds, work);
  return { answers: took.length, perSecond: took.length / seconds, ...spreadOf(took), failed };
}

/** What fails on a busy machine is counted, and ends nothing. */
async function round(seconds: number, work: () => Promise<unknown>) {
  const took: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  const worker = async () => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      try {
        await work();
        took.push(performance.now() - from);
      } catch {
        failed++;
      }
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return { took, failed };
}

/** The client alone, without the shop: one event to a new stream. */
export function bareAppends(address: string) {
  const client = EventStoreDBClient.connectionString(address);

  /** How many events the log has after a position, each of which the client has read. */
  async function eventsAfter(after: bigint): Promise<number> {
    const fromPosition = after === start ? START : { commit: after, prepare: after };
    let events = 0;
    for await (const { event } of client.readAll({ fromPosition })) {
      if (event && event.position.commit > after && !event.type.startsWith('$')) events++;
    }
    return events;
  }

  return {
    append: () =>
      client.appendToStream(randomUUID(), jsonEvent({ type: 'Bare', data: { n: 1 } }), { expectedRevision: NO_STREAM }),
    eventsAfter,
    /** Events a second that the client reads from the log; those after a position. */
    async readSpeed(after = start): Promise<number> {
      const begun = performance.now();
      const events = await eventsAfter(after);
      return events / ((performance.now() - begun) / 1_000);
    },
    close: () => client.dispose(),
  };
}
