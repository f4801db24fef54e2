import type { StoredEvent } from '../../modules/kernel/event.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { openEventStore } from '../stores.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

/** The events of these types as a shop's log has them, oldest first. Personal data is sealed in them. */
export async function storedEventsOf({ dataDir }: ShopUnderTest, ...types: readonly string[]): Promise<StoredEvent[]> {
  const config = readConfig({ ...(await storesUnderTest(dataDir)), DATA_DIR: dataDir });
  const store = await openEventStore(config, openLog('error'));
  try {
    const found: StoredEvent[] = [];
    let after = 0n;
    for (;;) {
      const batch = await store.readAll({ after, limit: 1_000 });
      found.push(...batch.events.filter(({ type }) => types.includes(type)));
      if (batch.caughtUp) return found;
      after = batch.position;
    }
  } finally {
    await store.close();
  }
}
