import { join } from 'node:path';
import { openFullShop } from './logs/shelves.ts';
import { ordersOf } from './orders.ts';

/** After so many the log has been moved into its file, and so each thread of a shop has been started. */
const calls = 12_000;

/**
 * Has a shop take orders, and ends it. What is measured then was compiled at an earlier start, as of every shop but one that was
 * just installed: that one holds the compiler of TypeScript, in each thread.
 */
export async function compileAhead(folder: string): Promise<void> {
  const shop = await openFullShop({ DATA_DIR: join(folder, 'compiled') }, { tools: 64 });
  try {
    await ordersOf(shop, { calls });
  } finally {
    await shop.stop();
  }
}
