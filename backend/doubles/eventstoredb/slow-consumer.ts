import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { EventLog, RecordedEvent } from './event-log.ts';
import { consumerTooSlow } from './grpc-errors.ts';
import type { SubscriptionSource } from './subscription-source.ts';

/** How long a live consumer may take nothing, and how far it may then be behind, before the server drops it. */
export type Patience = {
  /**
   * The server drops at once. Here client and server share a process, in which a burst of writes and the taking of
   * them take turns, so a consumer gets this long to show that it takes anything at all.
   */
  ms: number;
  /** The server keeps 32 live events for a subscription. */
  events: number;
  /** How many events an append may have at most for a live subscription to keep up with it. */
  burst: number;
};

const SLICES = 10;

/** What is known of a live subscription. */
export type Live = { source: SubscriptionSource; log: EventLog; patience: Patience };

/**
 * Seen on a server: an append of up to 100 events went well, one of 200 ended most live subscriptions, whatever their
 * consumers did: the events come at once, and more than the buffer holds.
 * @throws the server's error, after the first events of such an append.
 */
export function overflow({ patience }: Live, { place, together }: RecordedEvent): void {
  if (together > patience.burst && place >= patience.events) throw consumerTooSlow();
}

/**
 * Waits until the consumer takes what was written to it. While it is catching up, for ever.
 * While it is live, throws the server's error for a consumer that is too slow.
 */
export async function drained(call: EventEmitter, signal: AbortSignal, live: Live | undefined): Promise<void> {
  if (!live) {
    await once(call, 'drain', { signal });
    return;
  }
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  try {
    const drain = once(call, 'drain', { signal: either });
    await Promise.race([drain, fallenBehind(live, either)]);
  } finally {
    settled.abort();
  }
}

async function fallenBehind({ source, log, patience }: Live, signal: AbortSignal): Promise<never> {
  // In slices, as a process that got no processor for a while would otherwise find all the time gone at once.
  for (let slice = 0; slice < SLICES; slice++) await setTimeout(patience.ms / SLICES, undefined, { signal });
  while (!source.isBehindBy(patience.events)) await log.nextWrite(signal);
  throw consumerTooSlow();
}
