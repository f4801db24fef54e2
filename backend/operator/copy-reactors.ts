import type { EventStore } from '../../modules/kernel/event-store.ts';
import { ReactorCheckpoint, reactorsOf } from '../feed/reactor-checkpoint.ts';
import { historyOf } from './copy-log.ts';

/**
 * Records in a copy how far reactors have come, at the copy's own positions: what was done because of an event must not
 * be done again, and what was not yet done must not be forgotten.
 */
export async function copyReactors(from: EventStore, to: EventStore): Promise<void> {
  const reached = await reactorsOf(from);
  const inCopy = new Map<string, bigint>();
  const copy = historyOf(to);
  let counterpart = await copy.next();
  for await (const { id, position } of historyOf(from)) {
    if (counterpart.done) break;
    // A key of somebody who was erased is not in the copy.
    if (counterpart.value.id !== id) continue;
    for (const [reactor, upTo] of reached) if (position <= upTo) inCopy.set(reactor, counterpart.value.position);
    counterpart = await copy.next();
  }
  for (const [reactor, position] of inCopy) {
    const checkpoint = new ReactorCheckpoint(to, reactor);
    await checkpoint.load();
    await checkpoint.record(position);
  }
}
