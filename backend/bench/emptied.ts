import { start } from '../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { pause } from '../runtime/time/pause.ts';
import type { RunningRedis } from '../testing/redis.ts';
import { bareAppends } from './engine-stores.ts';
import { type Figure, tried } from './figures/figure.ts';
import type { FullShop } from './logs/shelves.ts';

/** Milliseconds between two looks, and until nobody looks any more. */
const lookEvery = 20;
const patience = 300_000;

/** A Redis that comes back empty while the shop runs: how soon GETs answer again, which they only do with all of it. */
export function wholeAgain(shop: FullShop, redis: RunningRedis, address: string): Promise<Figure> {
  return tried('a Redis that was emptied is whole again, events', async () => {
    const events = await eventsIn(address);
    const { email } = shop.admin;
    const pages = ['/tool?limit=1', `/user/${email}`, `/booking?personEmail=${email}&limit=1`];
    await redis.flush();
    const begun = performance.now();
    for (const page of pages) {
      while ((await shop.admin.get(page)).status !== 200) {
        if (performance.now() - begun > patience)
          throw new Error(`${page} was not there after ${patience / 60_000} min`);
        await pause(lookEvery);
      }
    }
    const seconds = (performance.now() - begun) / 1_000;
    const note = `${events.toLocaleString('en-US')} events in ${seconds.toFixed(1)} s, from the moment it was emptied`;
    const bare = bareAppends(address);
    const perSecond = await bare.readSpeed().finally(bare.close);
    return { ours: { perSecond: events / seconds }, bare: { perSecond }, beside: 'reading alone', note };
  });
}

async function eventsIn(address: string): Promise<number> {
  const store = openEventStoreDB({ address, prefix: 'inventory-' });
  try {
    let events = 0;
    for (let [after, isOver] = [start, false]; !isOver; ) {
      const batch = await store.readAll({ after, limit: 1_000 });
      events += batch.events.length;
      [after, isOver] = [batch.position, batch.caughtUp];
    }
    return events;
  } finally {
    await store.close();
  }
}
