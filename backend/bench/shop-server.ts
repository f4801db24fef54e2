import { startShop } from '../testing/running-shop.ts';

/** The whole shop as a process of its own, with the settings of the environment; tells its parent where it is. */
const settings = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
const shop = await startShop(Object.fromEntries(settings));
process.send?.(shop.origin);
process.on('message', () => {
  globalThis.gc?.(); // With --expose-gc: what is measured then is kept, and not only forgotten.
  const { user, system } = process.cpuUsage();
  process.send?.({ ...process.memoryUsage(), cpu: user + system });
});
process.on('SIGTERM', async () => {
  await shop.close();
  process.exit(0);
});
