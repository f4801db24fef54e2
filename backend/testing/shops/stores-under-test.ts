import { startEventStoreUnderTest } from '../logs/event-store-under-test.ts';
import { startRedis } from '../redis.ts';
import { afterSpecFile } from '../suite/after-spec-file.ts';

/** Settings of a shop that say where its events and its read models are. */
export type StoreSettings = Readonly<Record<string, string>>;

/** Something that a shop keeps its data in: its setting, and how it ends. */
type Started = { readonly settings: StoreSettings; readonly stop: () => Promise<void> };

const inDataDir = async (): Promise<Started> => ({ settings: {}, stop: async () => undefined });

const eventStores: Readonly<Record<string, () => Promise<Started>>> = {
  sqlite: inDataDir,
  esdb: async () => {
    const { address, stop } = await startEventStoreUnderTest({ ownLog: true });
    return { settings: { EVENT_STORE: address }, stop };
  },
};

const readModels: Readonly<Record<string, () => Promise<Started>>> = {
  sqlite: inDataDir,
  redis: async () => {
    const { url, stop } = await startRedis();
    return { settings: { READ_MODELS: url }, stop };
  },
};

/** The pair of stores that TEST_STORES names, such as esdb+redis; both are SQLite when it is not set. */
export const pairUnderTest = process.env.TEST_STORES || 'sqlite+sqlite';

const running = new Map<string, Promise<Started>[]>();

/**
 * The settings that put the shop of a data directory on the stores under test. They are made at the first call for a
 * directory, the same at every further one, and gone after the spec file (see after-spec-file.ts).
 * @throws Error when TEST_STORES names no pair.
 */
export async function storesUnderTest(dataDir: string): Promise<StoreSettings> {
  const [events = '', models = ''] = pairUnderTest.split('+');
  const [startEvents, startModels] = [eventStores[events], readModels[models]];
  if (!startEvents || !startModels) {
    const names = [Object.keys(eventStores).join('|'), Object.keys(readModels).join('|')];
    throw new Error(`TEST_STORES is ${pairUnderTest}, and can be ${names.join('+')}.`);
  }
  let stores = running.get(dataDir);
  if (!stores) {
    const started = [startEvents(), startModels()];
    stores = started;
    running.set(dataDir, started);
    afterSpecFile(async () => {
      running.delete(dataDir);
      for (const store of started) await (await store).stop();
    });
  }
  const [first, second] = await Promise.all(stores);
  return { ...first?.settings, ...second?.settings };
}
