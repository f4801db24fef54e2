import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { Builds } from '../builds/builds.ts';
import { showing } from '../builds/showing.ts';
import { ShownBuilds } from '../builds/shown-builds.ts';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { logIdentity } from '../feed/provenance/log-identity.ts';
import { UnfedReadModels } from '../feed/provenance/unfed-read-models.ts';
import { providerOnceAsked } from '../payments/provider-once-asked.ts';
import { openLog } from '../runtime/logging/log.ts';
import { pause } from '../runtime/time/pause.ts';
import { identityKeys } from '../start/keys/identity-keys.ts';
import type { ShopKeys } from '../start/keys/kept-keys.ts';
import { refuseLostKeys, refuseOtherKeys } from '../start/keys/keys-of-the-log.ts';
import { refuseOtherCurrency } from '../start/preflight/currency-of-the-log.ts';
import { refuseHalfImport } from '../start/preflight/half-done.ts';
import { type Config, readConfig } from '../start/settings/config.ts';
import { openRenewals } from '../start/stores/open-renewals.ts';
import { openDataDir, openEventStore, openHistoryIndex, openReadModels } from '../start/stores/stores.ts';
import type { WiredModules } from '../start/wire-modules.ts';
import { mustHaveLog } from './log/with-log.ts';
import type { Run } from './run.ts';

/** Milliseconds within which a node that feeds read models has said how far they are: it does so once a second. */
const feedingTakes = 3_000;

/** What of a command's run it takes to wait for what is long. */
type Watched = Pick<Run, 'progress' | 'signal'>;

/** The shop's modules and stores, without a server: beside a running shop, or while it is closed. */
export type OpenModules = WiredModules & {
  /** Of each projection the build that GETs show. */
  readonly readModels: ReadModels;
  /** The same with all builds that there are, by the names of these. */
  readonly builtReadModels: ReadModels;
  /** The projection by the name of its build that GETs show: what is parked or skipped is so for a build. */
  readonly shownBuildOf: (projection: Projection) => Projection;
  /** Applies to the read models what has happened by now. */
  readonly catchUp: () => Promise<void>;
  /** Drops read models of other versions that nobody feeds, which takes some seconds to know: of those that are not up to an event. */
  readonly dropUnfed: (position: bigint) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * @param how.run of a command, which is told how far long work has come, and may be interrupted
 * @param how.withHistory said by whoever reads the history
 * @throws BadSetting where there is no log for it to work on
 */
export async function openModules(
  config = readConfig(process.env),
  { run, withHistory = false }: { readonly run?: Watched; readonly withHistory?: boolean } = {},
): Promise<OpenModules> {
  const log = openLog(config.LOG_LEVEL);
  // Whoever asks these says in a line of their own why they do not get on.
  const said = openLog(config.LOG_LEVEL === 'debug' ? 'debug' : 'silent');
  mustHaveLog(config);
  openDataDir(config);
  const plainStore = await openEventStore(config, said);
  const keys = await keysOf(config, plainStore).catch(async (reason: unknown) => {
    await plainStore.close();
    throw reason;
  });
  const builtReadModels = await openReadModels(config, log);
  const shown = new ShownBuilds();
  const readModels = showing(builtReadModels, shown);
  const provider = providerOnceAsked(config, keys.secret, (fault) =>
    log.error({ err: fault }, 'the payment sandbox failed'),
  );
  const now = () => new Date();
  const renewals = await openRenewals(config, log, now);
  const history = withHistory ? { file: openHistoryIndex(config, log), log: said } : undefined;
  // Only here: what is refused is refused before all of the shop is loaded.
  const { wireModules } = await import('../start/wire-modules.ts');
  const wired = await wireModules({ config, keys, plainStore, readModels, renewals, provider, now, history });
  const projections = wired.modules.flatMap((module) => module.projections);
  const builds = new Builds(wired.store);
  await builds.load();
  shown.show(new Map(projections.map((each) => [each.storedAs, builds.namesOf(each)[0]])));
  // Of a log that was put back a shop forgets them once more before it opens: until then its keys still open what they were.
  for (const uid of wired.register.all().keys()) wired.subjectKeys.takeForForgotten(uid);
  return {
    ...wired,
    readModels,
    builtReadModels,
    shownBuildOf: (projection) => ({ ...projection, storedAs: builds.namesOf(projection)[0] ?? projection.storedAs }),
    async catchUp() {
      const runner = new ProjectionRunner(projections, builtReadModels, wired.store, undefined, shown);
      const from = await runner.open();
      await runner.catchUp(from, run && (await watching(run, from, wired.store)));
      run?.signal.throwIfAborted();
      await runner.record();
      await runner.lookAtLog();
    },
    async dropUnfed(position) {
      await builds.load();
      const own = new Set(projections.flatMap((each) => builds.namesOf(each)));
      const unfed = new UnfedReadModels(builtReadModels, (name) => own.has(name) || name === logIdentity);
      if ((await unfed.look(position)) === 0) return;
      await pause(feedingTakes);
      await unfed.look(position);
    },
    async close() {
      await wired.history?.feed.close();
      await provider.close();
      await plainStore.close();
      await readModels.close();
      await renewals.close();
    },
  };
}

/** @throws BadSetting for half a log, for keys that are lost or are not those that it was begun with, and for another currency */
async function keysOf(config: Config, store: EventStore): Promise<ShopKeys> {
  await refuseHalfImport(store);
  await refuseLostKeys(config, store);
  const keys = await identityKeys(config, config.DATA_DIR);
  await refuseOtherKeys(store, keys);
  await refuseOtherCurrency(store, config.CURRENCY);
  return keys;
}

/** Has a command tell how far read models are that have much of the log before them, and end them where it is interrupted. */
async function watching({ progress, signal }: Watched, from: bigint, store: Pick<EventStore, 'head'>) {
  const told = progress('positions');
  const of = Number((await store.head()) - from);
  return { signal, progressed: (position: bigint) => told.reached(Number(position - from), of) };
}
