import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { anyHistory } from './contract/any-history.ts';
import { appending } from './contract/appending.ts';
import { appendingToSeveral } from './contract/appending-to-several.ts';
import { closing, deleting } from './contract/ending.ts';
import { keepingRecords } from './contract/keeping-records.ts';
import { reading } from './contract/reading.ts';
import type { TheStore } from './contract/some-events.ts';
import { subscribing } from './contract/subscribing.ts';
import { writingAtOnce } from './contract/writing-at-once.ts';

/**
 * What every adapter of the EventStore port has to pass. The store may have events in it already, but nobody else may
 * append to it meanwhile.
 * @param open opens the store; called several times, and everything it gives out is closed.
 * @param can.appendToSeveral whether it commits to several streams at once
 */
export function eventStoreContract(
  name: string,
  open: () => Promise<EventStore>,
  can: { readonly appendToSeveral?: boolean } = {},
): void {
  describe(name, () => {
    let opened: EventStore | undefined;
    const store: TheStore = () => {
      if (!opened) throw new Error('The store is not open.');
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    appending(store);
    if (can.appendToSeveral) appendingToSeveral(store);
    writingAtOnce(store);
    reading(store);
    subscribing(store);
    deleting(store);
    keepingRecords(store);
    anyHistory(store);
    closing(open);
  });
}
