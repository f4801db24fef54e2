import type { DomainEvent } from '../event.ts';
import { storedEvents } from '../stored-events.ts';

/**
 * Somebody asked, under a key of their own, for what was so already, or could not be. Kept, so that the same call again is known and does nothing,
 * whatever has changed in between. So it is with what the shop does once because of an event, where there was nothing to do: what was ordered leaves a cart. It stands in the stream that the call was about, of whatever kind, and changes nothing of it.
 */
export type NothingChanged = DomainEvent<'NothingChanged', Record<string, never>>;

export const nothingChanged: NothingChanged = { type: 'NothingChanged', data: {} };

/** Whether an event only says that a call was known and changed nothing: nobody folds it, and nobody is answered with it. */
export const isNothingChanged = ({ type }: { readonly type: string }): boolean => type === nothingChanged.type;

export const nothingChangedEvents = storedEvents<NothingChanged>({ NothingChanged: { version: 1 } }, { stream: 'any' });
