import type { ToolAdded } from '../../../modules/catalog/events.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { BadSetting } from '../settings/config.ts';

type Readable = Pick<EventStore, 'readAll'>;

/** Events that are read at once. */
const atOnce = 200;

/**
 * Refuses another currency than the tools were priced in. With it no tool could be ordered at its price, and the counts would know
 * no revenue.
 * @throws BadSetting when the log has tools, and their prices are in another.
 */
export async function refuseOtherCurrency(store: Readable, currency: string): Promise<void> {
  const pricedIn = await currencyOfTheLog(store);
  if (pricedIn === undefined || pricedIn === currency) return;
  throw new BadSetting(
    `CURRENCY is ${currency}, and the prices of this shop's tools are in ${pricedIn}. Set CURRENCY=${pricedIn}.`,
  );
}

/**
 * What the first tool of all was priced in; undefined while there is none. It stands near the beginning, however long the log is:
 * nobody orders anything before it.
 */
async function currencyOfTheLog(store: Readable): Promise<string | undefined> {
  for (let after = start; ; ) {
    const { events, position, caughtUp } = await store.readAll({ after, limit: atOnce });
    const first = events.find(isPricedTool);
    if (first || caughtUp) return first?.data.perPrice.currency;
    after = position;
  }
}

/** One that was written past the shop may say nothing of its price. */
function isPricedTool(event: StoredEvent): event is StoredEvent<ToolAdded> {
  return event.type === 'ToolAdded' && (event as StoredEvent<ToolAdded>).data?.perPrice?.currency !== undefined;
}
