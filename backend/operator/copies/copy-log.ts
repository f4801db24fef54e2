import { Conflict } from '../../../modules/kernel/errors.ts';
import { type Actor, type NewEvent, type StoredEvent, system } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { isOfOneLogOnly, markAsCopy } from '../log/log-of-its-own.ts';

const pageSize = 500;

export type Copied = {
  /** Events that the target held already, from a copy that was broken off. */
  readonly found: number;
  readonly copied: number;
};

/** What may end it, and what is told up to which position of the source it has come. */
export type Watching = {
  readonly signal?: AbortSignal;
  readonly reached?: (position: number, of: number, what: 'copied' | 'compared') => void;
};

/** Up to which position of the source: what comes later is another copy's. All that is there, when it is not said. */
type Part = { readonly upTo?: bigint | undefined };

/** What is done before the first event comes to a target that is found to hold the beginning of the same log. */
type Beginning = { readonly begins?: (() => Promise<void>) | undefined };

/**
 * Copies a whole log as it lies in the store, sealed fields included: ids, order, types, data and metadata. What the
 * target holds already has to be the beginning of the same log; then the copy goes on where it was. What speaks of the
 * positions of one log stays behind.
 * @throws Conflict when the target holds anything else.
 */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  by: Actor = system,
  {
    reason,
    signal,
    reached,
    begins,
    upTo,
  }: Watching & Beginning & Part & { readonly reason?: string | undefined } = {},
): Promise<Copied> {
  const mark = { by, reason, command: 'Copy' };
  const of = Number(upTo ?? (await from.head()));
  const events = watched(historyOf(from, upTo), { signal, reached: (_, at) => reached?.(at, of, 'copied') });
  return copyEvents(events, to, mark, { begins });
}

/** The same with events from anywhere. */
export async function copyEvents(
  from: AsyncIterable<StoredEvent>,
  to: EventStore,
  mark: Parameters<typeof markAsCopy>[1],
  { begins }: Beginning = {},
): Promise<Copied> {
  await markAsCopy(to, mark);
  const target = historyOf(to);
  let [found, copied] = [0, 0];
  let run: StoredEvent[] = [];
  let next = await target.next();
  const flush = async () => {
    const [first] = run;
    if (!first) return;
    if (copied === 0) await begins?.();
    await to.append(first.stream, first.revision === 0n ? 'none' : first.revision - 1n, run.map(plain));
    copied += run.length;
    run = [];
  };
  for await (const event of from) {
    if (!next.done) {
      if (!isSame(event, next.value)) throw differs(event, next.value);
      found++;
      next = await target.next();
      continue;
    }
    const [first] = run;
    if (first && (first.stream !== event.stream || run.length >= to.mostPerAppend)) await flush();
    const before = run.at(-1);
    if (before && event.revision !== before.revision + 1n) throw notNext(event);
    run.push(event);
  }
  if (!next.done) throw new Conflict(`The target holds event ${next.value.id}, which the source does not.`);
  await flush();
  return { found, copied };
}

/**
 * Compares two logs event by event.
 * @throws Conflict at the first difference.
 */
export async function verifyCopy(
  from: EventStore,
  to: EventStore,
  { signal, reached, upTo }: Watching & Part = {},
): Promise<number> {
  const target = historyOf(to);
  const of = Number(upTo ?? (await from.head()));
  let events = 0;
  for await (const event of historyOf(from, upTo)) {
    const copy = await target.next();
    if (copy.done) throw new Conflict(`Event ${event.id} is missing in the target.`);
    if (!isSame(event, copy.value)) throw differs(event, copy.value);
    events++;
    signal?.throwIfAborted();
    reached?.(Number(event.position), of, 'compared');
  }
  const rest = await target.next();
  if (!rest.done) throw new Conflict(`The target holds event ${rest.value.id}, which the source does not.`);
  return events;
}

/** Everything that happened up to a position, in order, but what speaks of the positions of one log. */
export async function* historyOf(store: EventStore, upTo?: bigint): AsyncGenerator<StoredEvent, undefined> {
  for await (const event of logOf(store)) {
    if (upTo !== undefined && event.position > upTo) return undefined;
    if (!isOfOneLogOnly(event)) yield event;
  }
}

/** All events behind a position, in order. */
export async function* logOf(store: EventStore, from = 0n): AsyncGenerator<StoredEvent, undefined> {
  let after = from;
  for (;;) {
    const batch = await store.readAll({ after, limit: pageSize });
    yield* batch.events;
    if (batch.events.length === 0 && batch.caughtUp) return undefined;
    after = batch.position;
  }
}

function plain({ id, type, data, meta }: StoredEvent): NewEvent {
  return { id, type, data, meta };
}

function isSame(one: StoredEvent, other: StoredEvent): boolean {
  return one.stream === other.stream && JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function notNext({ id, stream, revision }: StoredEvent): Conflict {
  return new Conflict(
    `Event ${id} says that it is number ${revision} of ${stream}, and does not follow the one before.`,
  );
}

function differs(one: StoredEvent, other: StoredEvent): Conflict {
  return new Conflict(`Event ${one.id} of ${one.stream} is ${other.id} of ${other.stream} in the target.`);
}

/** Events that go by, counted, until somebody wants to have no more. */
export async function* watched(
  events: AsyncIterable<StoredEvent>,
  {
    signal,
    reached,
  }: { readonly signal?: AbortSignal | undefined; readonly reached: (events: number, position: number) => void },
): AsyncGenerator<StoredEvent> {
  let count = 0;
  for await (const event of events) {
    signal?.throwIfAborted();
    reached(++count, Number(event.position));
    yield event;
  }
}
