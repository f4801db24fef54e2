import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { ProjectionRunner } from '../../feed/projection-runner.ts';
import { sealingEventStore } from '../../personal-data/sealing-event-store.ts';
import { SubjectKeys } from '../../personal-data/subject-keys.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { identityKeys, keyFile } from '../../start/keys/identity-keys.ts';
import { readConfig } from '../../start/settings/config.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { openEventStore, openReadModels } from '../../start/stores/stores.ts';
import { productionKeys } from '../shop-process.ts';
import type { StoreSettings } from '../shops/stores-under-test.ts';
import { type Dump, dumpOf, rebuiltDump } from './dump.ts';

const modules = join(import.meta.dirname, '../../../modules');

/** What a shop keeps, seen by somebody else than the shop, which may be open meanwhile. */
export type KeptData = {
  /** The log, with personal data opened. */
  readonly store: EventStore;
  /** The names of the projections that the read models hold. */
  readonly projections: () => Promise<string[]>;
  /** What the read models show, once they are brought up to the log: a shop that is open has the newest in its memory. */
  readonly shown: () => Promise<Dump>;
  /** What they would show if they were made anew from the first event. */
  readonly rebuilt: () => Promise<Dump>;
  readonly close: () => Promise<void>;
};

/** Opens what is kept in a data directory, or in the stores that these settings of the shop name. */
export async function openKeptData(dataDir: string, stores: StoreSettings = {}): Promise<KeptData> {
  const config = readConfig({ ...stores, DATA_DIR: dataDir });
  const log = openLog('error');
  const projections = await everyProjection();
  const plainStore = await openEventStore(config, log);
  const own = existsSync(keyFile(dataDir)) ? {} : { IDENTITY_KEYS: await productionKeys };
  const { wrapping } = await identityKeys(own, dataDir);
  const keys = new SubjectKeys(plainStore, wrapping, () => new Date());
  const store = versionedEventStore(sealingEventStore(plainStore, eventDeclarations, keys), eventDeclarations);
  const readModels = await openReadModels(config, log);
  return {
    store,
    projections: () => readModels.projections(),
    async shown() {
      const runner = new ProjectionRunner(projections, readModels, store);
      await runner.catchUp(await runner.open());
      return dumpOf(readModels, projections);
    },
    rebuilt: () => rebuiltDump(store, projections),
    close: async () => {
      await store.close();
      await readModels.close();
    },
  };
}

/** Every projection of the modules, found by looking, so that a new one is not forgotten. */
async function everyProjection(): Promise<Projection[]> {
  return (await exportedFrom('*/read-models/*.ts')).filter(isProjection);
}

async function exportedFrom(pattern: string): Promise<unknown[]> {
  const files = globSync(pattern, { cwd: modules }).filter((file) => !file.endsWith('.spec.ts'));
  const loaded = await Promise.all(files.toSorted().map((file) => import(join(modules, file))));
  return loaded.flatMap((exported) => Object.values(exported));
}

function isProjection(value: unknown): value is Projection {
  return typeof value === 'object' && value !== null && 'storedAs' in value && 'entriesOf' in value;
}
