import { randomUUID } from 'node:crypto';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openEventStore } from '../../start/stores/stores.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { stored } from '../../testing/stored.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';

let parkedSoFar = 0;

/** Parks an event beside a shop's log, for a reader of another release, which never comes back to it. @returns its id */
export async function parkEvent(
  { dataDir }: Pick<ShopUnderTest, 'dataDir'>,
  but: { readonly stream?: string } = {},
): Promise<string> {
  const config = readConfig({ ...(await storesUnderTest(dataDir)), DATA_DIR: dataDir });
  const store = await openEventStore(config, openLog('error'));
  try {
    parkedSoFar += 1;
    const id = randomUUID();
    const event = stored({ type: 'BookingPaid', data: {} }, { id, position: BigInt(parkedSoFar), ...but });
    const reason = new TypeError('Cannot read it');
    const parked = new ParkedEvents(store);
    await parked.keep(`reactor:of-another-release-${parkedSoFar}`, [{ event, reason, state: 'parked', stops: false }]);
    return id;
  } finally {
    await store.close();
  }
}
