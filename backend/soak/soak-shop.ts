import { join } from 'node:path';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { InMemoryRenewals } from '../doubles/in-memory-renewals.ts';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { gatewayInProcess } from '../doubles/sandbox-in-process.ts';
import type { Fault } from '../payments/sandbox/faults.ts';
import { sqliteStore } from '../payments/sandbox/keeping/sqlite-store.ts';
import type { SandboxStore } from '../payments/sandbox/keeping/store.ts';
import { type PaymentSandbox, paymentSandbox } from '../payments/sandbox/payment-sandbox.ts';
import { openLog } from '../runtime/logging/log.ts';
import { identityKeys } from '../start/keys/identity-keys.ts';
import { readConfig } from '../start/settings/config.ts';
import { feedOf } from '../start/stores/feed-of.ts';
import { openEventStore, openReadModels, openSnapshots } from '../start/stores/stores.ts';
import { type WiredModules, wireModules } from '../start/wire-modules.ts';
import { withoutBounds } from '../testing/shops/without-bounds.ts';
import type { SimulatedClock } from './clock.ts';
import { type InProcessCalls, inProcessCalls } from './in-process-calls.ts';
import { nextVersions } from './next-versions.ts';

/** The shop from its opening to its closing, and the provider's sandbox as long. */
export type SoakShop = WiredModules & {
  readonly call: InProcessCalls;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly sandbox: PaymentSandbox;
  readonly sandboxStore: SandboxStore;
  readonly keys: typeof sandboxKeys;
  /** Does what is due by the clock, as timers do, one after another. Resolves to how many of them failed at something. */
  readonly runTimers: () => Promise<number>;
  /** Waits until all that happened is shown, and reacted to. */
  readonly settled: () => Promise<void>;
  /** What the shop could not deal with, and stands parked or still. */
  readonly leftBehind: () => readonly string[];
  readonly close: () => Promise<void>;
};

const sandboxKeys = {
  secretKey: 'sk_test_soak0123456789',
  publishableKey: 'pk_test_soak0123456789',
  webhookSecret: 'whsec_soak0123456789',
};

/** How long an order may stay unpaid. */
const orderTtl = '1h';

/**
 * Opens the shop of a folder with the time of `clock`. `withNewRelease`: a node of the next release runs beside it, whose
 * projections all have a new version, as during a rolling update.
 */
export async function openSoakShop(options: {
  folder: string;
  clock: SimulatedClock;
  faults: () => Fault | undefined;
  withNewRelease: boolean;
}): Promise<SoakShop> {
  const { folder, clock, faults, withNewRelease } = options;
  const { now } = clock;
  const config = readConfig({ DATA_DIR: folder, SEED: 'none', ORDER_TTL: orderTtl, ...withoutBounds });
  const log = openLog('silent');
  const plainStore = await openEventStore(config, log);
  const readModels = await openReadModels(config, log, { follows: true });
  const snapshots = openSnapshots(config, log);
  const sandboxStore = sqliteStore(join(folder, 'sandbox.db'), 'OFF');
  const webhookUrl = () => 'http://127.0.0.1:9';
  const sandbox = paymentSandbox({ ...sandboxKeys, store: sandboxStore, clock: now, webhookUrl, faults });
  const gateway = gatewayInProcess(sandbox, { ...sandboxKeys, clock: now });
  const provider = { gateway, shown: { provider: 'sandbox', publishableKey: sandboxKeys.publishableKey } } as const;
  const keys = await identityKeys(config, folder);
  const stores = { plainStore, snapshots, readModels, renewals: new InMemoryRenewals() };
  const wired = await wireModules({ config, keys, ...stores, provider, now, passwords: quickPasswords });
  // Timers are run by whoever moves the clock, so that what they do does not depend on the machine's.
  const modules = wired.modules.map((module) => ({ ...module, timers: [] }));
  const feed = feedOf(modules, wired.store, readModels, log, now);
  await feed.start();
  const projections = wired.modules.flatMap((module) => module.projections);
  const newRelease = nextVersions(projections);
  const beside = feedOf(
    [{ name: 'next release', routes: [], projections: newRelease, reactors: [], timers: [] }],
    wired.store,
    readModels,
    log,
    now,
  );
  if (withNewRelease) await beside.start();
  const running = new AbortController();

  return {
    ...wired,
    readModels,
    projections: withNewRelease ? [...projections, ...newRelease] : projections,
    sandbox,
    sandboxStore,
    keys: sandboxKeys,
    call: inProcessCalls(
      wired.modules.flatMap((module) => module.routes),
      (position) => feed.whenShown(position),
    ),
    async runTimers() {
      let failed = 0;
      for (const timer of wired.modules.flatMap((module) => module.timers)) {
        // What fails (the provider was away, say) is due again at the next look.
        await timer.run(now(), running.signal).catch(() => {
          failed += 1;
        });
      }
      return failed;
    },
    async settled() {
      for (let before = -1n, head = 0n; head !== before; ) {
        before = head;
        head = await wired.store.head();
        await feed.whenShown(head);
        if (withNewRelease) await beside.whenShown(head);
      }
    },
    leftBehind: () => [
      // What only waits is tried again by the machine's time, which is not that of the soak.
      ...feed.parked
        .filter(({ state }) => state === 'parked')
        .map(({ reader, type, error }) => `${reader} has parked a ${type}: ${error}`),
      ...feed.stopped.map(({ projection, reason }) => `${projection} has stopped: ${reason}`),
    ],
    async close() {
      running.abort();
      await feed.close();
      await beside.close();
      await sandbox.close();
      await wired.store.close();
      await readModels.close();
      snapshots.close();
    },
  };
}
