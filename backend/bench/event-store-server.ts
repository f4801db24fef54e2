import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';

/** The double of EventStoreDB as a process of its own; tells its parent where it is. */
const double = await startEventStoreDouble();
process.send?.(double.url);
process.on('SIGTERM', async () => {
  await double.stop();
  process.exit(0);
});
