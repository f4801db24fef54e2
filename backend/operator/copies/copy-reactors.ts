import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { isProjection, type ParkedEvent, ParkedEvents } from '../../feed/parked/parked-events.ts';
import { ReactorCheckpoint, reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { historyOf } from './copy-log.ts';

/** How far each reactor has come, and what is parked. */
export type Reacted = { readonly reached: ReadonlyMap<string, bigint>; readonly parked: readonly ParkedEvent[] };

/**
 * As it stands now. Looked at before the events of a log that goes on: whatever a reactor has reacted to by then is among them. Without
 * this, what followed from an event later is in no copy, and a shop there would take it for done.
 */
export async function reactedIn(store: EventStore): Promise<Reacted> {
  const reached = await reactorsOf(store);
  const parked = new ParkedEvents(store);
  await parked.load();
  return { reached, parked: parked.entries };
}

/**
 * Records in a copy how far reactors have come, at the copy's own positions: what was done because of an event must not
 * be done again, and what was not yet done must not be forgotten: what was parked is parked in the copy.
 */
export async function copyReactors(from: EventStore, to: EventStore, { reached, parked }: Reacted): Promise<void> {
  // The copy's read models are made anew, and park what they cannot fold by themselves.
  const unhandled = parked.filter((entry) => !isProjection(entry));
  const adopted: ParkedEvent[] = [];
  const inCopy = new Map<string, bigint>();
  const copy = historyOf(to);
  let counterpart = await copy.next();
  for await (const { id, position } of historyOf(from)) {
    if (counterpart.done) break;
    for (const [reactor, upTo] of reached) if (position <= upTo) inCopy.set(reactor, counterpart.value.position);
    const place = `${counterpart.value.position}`;
    adopted.push(...unhandled.filter(({ eventId }) => eventId === id).map((one) => ({ ...one, position: place })));
    counterpart = await copy.next();
  }
  for (const [reactor, position] of inCopy) {
    const checkpoint = new ReactorCheckpoint(to, reactor);
    await checkpoint.load();
    await checkpoint.record(position);
  }
  if (adopted.length > 0) await new ParkedEvents(to).adopt(adopted);
}
