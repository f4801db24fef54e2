import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';
import { endWithParent } from './end-with-parent.ts';

/** The double of EventStoreDB as a process of its own; tells its parent where it is. */
const double = await startEventStoreDouble();
endWithParent(() => double.stop());
process.send?.(double.url);
