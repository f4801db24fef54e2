import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StoredEvent } from '../../../../modules/kernel/event.ts';
import type { LogBatch } from '../../../../modules/kernel/event-store.ts';
import { pause } from '../../../runtime/time/pause.ts';
import type { Anchors } from '../anchors.ts';
import { storedEventIn } from '../wire/wire.ts';
import type { OwnEvents } from './own-events.ts';
import { ReadCall } from './read-call.ts';
import { saidBy, subscriptionRequest, type Texts } from './read-wire.ts';

/** How many events are handed on together at most. */
const batchSize = 500;

/**
 * Batching: whoever is live and was handed so many events is handed the next no sooner than so many milliseconds later, as what they
 * do for a batch costs nearly the same for few events as for many. When little comes, it comes at once.
 */
const many = 4;
const pace = 16;

/** How much is read ahead at most. */
const readAhead = { messages: 1_000, bytes: 2 ** 20 };

/**
 * How many events of others the server goes through in one go, and after how many it says how far it has come. Its own
 * default, 32, makes a long way of many small steps.
 */
const searchWindow = 1_000;

/** Whose events are wanted: those in streams whose names begin with the prefix. */
export type Source = {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly anchors: Anchors;
  /** Told of each event under the prefix that is none of a shop's. */
  readonly passedOver?: ((event: Texts) => void) | undefined;
};

type Wanted = {
  readonly after: bigint;
  readonly signal: AbortSignal;
  /** How many events are wanted in all; more may come. */
  readonly atMost?: number;
  /** What this process has sent itself; of whoever follows the log for good. */
  readonly own?: OwnEvents;
};

/**
 * One subscription to the shop's events, until the signal aborts or it is lost; then it throws, after handing on
 * everything that had come. It takes from the server no more than it is asked for. (A server that finds it too slow ends
 * it.) Batches without events say that the log was seen further, past events of others.
 */
export async function* batchesAfter(
  { client, prefix, anchors, passedOver }: Source,
  { after, signal, atMost = readAhead.messages, own }: Wanted,
): AsyncGenerator<LogBatch, void, undefined> {
  const request = subscriptionRequest(prefix, await anchors.before(after), searchWindow);
  const call = new ReadCall(client, request, { ...readAhead, messages: Math.min(atMost, readAhead.messages) });
  const leave = () => call.leave();
  signal.addEventListener('abort', leave);

  /** How far the server has looked; what it found up to there may still wait to be taken. */
  let lookedAt = after;
  /** What stands there it may not have looked at. Later servers (24.10.5, 25.0) name where the next event comes to stand, too. */
  let lookedBefore = after;
  let position = after;
  let live = false;
  let saidCaughtUp = false;
  /** When the last batch was handed on, by performance.now(), and how many events were in it. */
  let last = { at: 0, events: 0 };

  const find = own && ((id: string) => own.take(id));

  function taken(): StoredEvent[] {
    const events: StoredEvent[] = [];
    for (let count = 0; count < batchSize; count += 1) {
      const response = call.take();
      if (!response) break;
      const said = saidBy(response, find);
      switch (said?.said) {
        case 'event': {
          if (said.event.position <= after) break;
          // Also when it is none of the shop's events.
          position = said.event.position;
          const event = storedEventIn(said.event, prefix);
          if (event) events.push(event);
          else if (said.event.streamId.startsWith(prefix)) passedOver?.(said.event);
          break;
        }
        case 'checkpoint':
          if (!said.isBefore) lookedAt = said.position;
          else if (said.position > lookedBefore) [lookedAt, lookedBefore] = [lookedBefore, said.position];
          break;
        case 'caught up':
          live = true;
          break;
        case 'fell behind':
          live = false;
          break;
      }
    }
    return events;
  }

  try {
    while (!signal.aborted) {
      const wait = last.at + pace - performance.now();
      if (live && own && last.events >= many && wait > 1) await pause(wait, signal);
      const before = position;
      const events = taken();
      // Checkpoints lag behind while the subscription catches up.
      if (call.isEmpty && lookedAt > position) position = lookedAt;
      const caughtUp = live && call.isEmpty;
      if (events.length > 0 || position > before || (caughtUp && !saidCaughtUp)) {
        saidCaughtUp = caughtUp;
        last = { at: performance.now(), events: events.length };
        anchors.note(position);
        yield { events, position, caughtUp };
      } else if (call.lost) {
        throw call.lost;
      } else {
        await call.news();
      }
    }
  } finally {
    signal.removeEventListener('abort', leave);
    call.leave();
  }
}
