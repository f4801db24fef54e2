import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { readConfig } from '../config.ts';
import { identityKeys } from '../identity-keys.ts';
import { openLog } from '../log.ts';
import { openProvider } from '../payments/provider.ts';
import { ProjectionRunner } from '../projections/projection-runner.ts';
import { openDataDir, openEventStore, openReadModels } from '../stores.ts';
import { type House, wireModules } from '../wiring.ts';

/** The shop's modules and stores, without a server: beside a running shop, or while it is closed. */
export type OpenHouse = House & {
  readonly readModels: ReadModels;
  /** Applies to the read models what has happened by now. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openHouse(): Promise<OpenHouse> {
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const dataDir = openDataDir(config);
  const keys = await identityKeys(config, dataDir);
  const plainStore = await openEventStore(config, log);
  const readModels = await openReadModels(config, log);
  const provider = openProvider(config, keys.secret, () => 'http://localhost', log);
  const house = await wireModules({ config, keys, plainStore, readModels, provider, now: () => new Date() });
  return {
    ...house,
    readModels,
    async catchUp() {
      const projections = house.modules.flatMap((module) => module.projections);
      const runner = new ProjectionRunner(projections, readModels, house.store);
      let after = await runner.open();
      const head = await house.store.head();
      while (after < head) {
        const batch = await house.store.readAll({ after, limit: 1_000 });
        await runner.apply(batch);
        after = batch.position;
      }
      await runner.record();
    },
    async close() {
      await provider.close();
      await plainStore.close();
      await readModels.close();
    },
  };
}
