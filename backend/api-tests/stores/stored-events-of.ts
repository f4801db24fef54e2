import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openEventStore } from '../../start/stores/stores.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';

/** The events of these types, or of all, as a shop's log has them, oldest first. Personal data is sealed in them. */
export async function storedEventsOf(
  { dataDir }: Pick<ShopUnderTest, 'dataDir'>,
  ...types: readonly string[]
): Promise<StoredEvent[]> {
  const config = readConfig({ ...(await storesUnderTest(dataDir)), DATA_DIR: dataDir });
  const store = await openEventStore(config, openLog('error'));
  try {
    const found: StoredEvent[] = [];
    let after = 0n;
    for (;;) {
      const batch = await store.readAll({ after, limit: 1_000 });
      found.push(...batch.events.filter(({ type }) => types.length === 0 || types.includes(type)));
      if (batch.caughtUp) return found;
      after = batch.position;
    }
  } finally {
    await store.close();
  }
}
