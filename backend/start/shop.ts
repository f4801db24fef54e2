import { join } from 'node:path';
import { knownBrowserCookie } from '../../modules/identity/signing-in/known-browsers.ts';
import { ConcurrencyLimit } from '../../modules/kernel/concurrency/concurrency-limit.ts';
import { showing } from '../builds/showing.ts';
import { ShownBuilds } from '../builds/shown-builds.ts';
import { PassedOverEvents } from '../feed/parked/passed-over-events.ts';
import { createApp } from '../http/app.ts';
import { answerClientErrors } from '../http/connections/client-error.ts';
import { boundedServer, defaultBounds } from '../http/connections/connection-bounds.ts';
import { Connections } from '../http/connections/connections.ts';
import { DueAnswers } from '../http/connections/due-answers.ts';
import { stopping } from '../http/connections/stop-server.ts';
import { serveUpgrades } from '../http/connections/upgrades.ts';
import type { Standing } from '../http/health.ts';
import { eachCallTo } from '../http/routing/each-call-to.ts';
import { openLimits } from '../limits/open-limits.ts';
import { openIssuer } from '../oidc/open-issuer.ts';
import { openProvider } from '../payments/provider.ts';
import { servePictures } from '../pictures/serve-pictures.ts';
import { InFlight } from '../runtime/concurrency/in-flight.ts';
import { CountedLog } from '../runtime/logging/counted-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { pause } from '../runtime/time/pause.ts';
import { openSealing } from '../seals/open-sealing.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { beginShop } from './begin-shop.ts';
import { followKeys } from './keys/follow-keys.ts';
import { keysAtStart } from './keys/keys-at-start.ts';
import { metricsOf } from './operations/metrics-of.ts';
import { operationsOf } from './operations/operations-of.ts';
import { showFirstAdminCode } from './operations/show-first-admin-code.ts';
import { refuseFilesOfAnother } from './preflight/files-of-another.ts';
import type { Replacements } from './replacements.ts';
import { authenticationOf } from './serving/authentication-of.ts';
import { callsInFlight } from './serving/calls-in-flight.ts';
import { freshFor } from './serving/fresh-for.ts';
import { listen, loopbackOf, originOf } from './serving/listening.ts';
import { liveOf } from './serving/live-of.ts';
import { readinessOf } from './serving/readiness.ts';
import type { Config } from './settings/config.ts';
import { mailWayOf } from './settings/mailing.ts';
import { feedOf } from './stores/feed-of.ts';
import { madeAnewIn } from './stores/made-anew-in.ts';
import { openRenewals } from './stores/open-renewals.ts';
import { openDataDir, openEventStore, openHistoryIndex, openReadModels, openSnapshots } from './stores/stores.ts';
import { untilReachable } from './stores/until-reachable.ts';
import { type WiredModules, wireModules } from './wire-modules.ts';

/** A shop that is open. */
export type Shop = {
  /** Where it can be reached: http://host:port. */
  readonly origin: string;
  /** Who a demo is entered as. Finding out takes a core for a tenth of a second, and the first page says it, too. */
  readonly demo: WiredModules['demo'];
  /**
   * Says that it is going, and goes on for as long as DRAIN says; then stops taking requests, answers those that came, has
   * the sockets come back elsewhere, records how far everything is, and closes the stores.
   */
  readonly close: () => Promise<void>;
  /**
   * Settles once the log was put back to an earlier state while the shop was open, or is another: what it knows is of what never
   * happened then, and it answers nobody any more. Whoever runs it closes it, and opens another.
   */
  readonly whenPutBack: Promise<void>;
};

/**
 * Wires the modules to the stores, catches up with the log, seeds, and listens.
 * @throws BadSetting for a setting that only shows to be wrong when it is used.
 */
export async function openShop(config: Config, log: Log, replacements: Replacements = {}): Promise<Shop> {
  const { now = () => new Date(), passwords, around = (store) => store } = replacements;
  const dataDir = openDataDir(config);
  refuseFilesOfAnother(config);
  const tracing = await openTracing(config);
  const passedOver = new PassedOverEvents();
  const opened = around(await openEventStore(config, log, passedOver.note));
  const plainStore = tracing?.store(opened) ?? opened;
  const closing = new AbortController();
  const whenReachable = untilReachable(log, closing.signal);
  const { keys, save } = await keysAtStart(config, { store: plainStore, whenReachable });
  const sealing = openSealing(config, { store: plainStore, log, now });
  const readModels = await openReadModels(config, log, { follows: true, refused: () => void feed.lookNow() });
  const shown = new ShownBuilds();
  const snapshots = openSnapshots(config, log);
  const server = boundedServer({ behindProxy: config.TRUST_PROXY > 0 });
  const due = new DueAnswers(server);
  const { lastAnswers, stop } = stopping(server, due, { isDrained: config.DRAIN > 0 });
  answerClientErrors(server, due);
  const origin = () => originOf(config, server);
  const counted = new CountedLog(log);
  const provider = await openProvider(
    config,
    keys.secret,
    () => loopbackOf(config, server),
    (fault) => counted.fault(fault, { message: 'the payment sandbox failed', call: 'sandbox' }),
    replacements,
  );
  const mails = mailWayOf(config, { origin, log, print: replacements.print });
  const renewals = await openRenewals(config, log, now);
  const history = { file: openHistoryIndex(config, log), log };
  const stores = { plainStore, snapshots, readModels: showing(readModels, shown), renewals, history };
  const takers = () => ({ ...wired, operations });
  const followed = followKeys(config, { dir: dataDir, keys, counted, takers });
  const { issuer, router: issuerRouter } = openIssuer(config, () => loopbackOf(config, server), counted);
  const makeAnew = madeAnewIn(config, log);
  const caughtUp = () => feed.whenCaughtUp();
  const shownUpTo = () => feed.shownUpTo;
  const watching = { lookForKeys: followed.look, caughtUp, shownUpTo, isWhole: () => feed.stopped.length === 0 };
  const wired = await wireModules({
    ...{ issuer, config, keys, provider, now, passwords, mails, tracing, makeAnew },
    ...watching,
    ...stores,
    countProof: (uid) => limits.proved(uid),
  });
  const { modules, store, identity } = wired;
  const { promise: whenPutBack, resolve: putBack } = Promise.withResolvers<void>();
  const following = { shown, passedOver, keptFor: config.KEEP_VERSIONS, putBack, makeAnew };
  const feed = feedOf(modules, store, readModels, log, now, following);
  const inFlight = new InFlight();
  const connections = new Connections(defaultBounds, config.TRUST_PROXY);
  const hold: Connections['hold'] = (socket, bytes) => connections.hold(socket, bytes);
  let standing: Standing = 'not yet open';
  const isOpen = () => standing !== 'not yet open';
  const isWhole = () => shown.isWhole && feed.freshness.isMutual;
  const standsAs = (): Standing => (standing === 'serving' && !isWhole() ? 'preparing' : standing);
  const authentication = authenticationOf(wired);
  const live = liveOf(config, { modules, feed, authentication, tracing, now, log, counted });
  const limits = await openLimits(config, { secret: keys.secret, now: replacements.now, log });
  const followers = modules.flatMap((module) => module.followers ?? []);
  for (const follower of followers) {
    feed.listen((batch) => follower.hear(batch, (event) => feed.shows(event, [follower.projection])));
    shown.onSwitch((projection) => {
      if (projection !== follower.projection.storedAs) return;
      follower.beginAnew();
      follower.fill(closing.signal).catch(() => {});
    });
  }
  if (tracing) feed.listen(tracing.appliedBy(modules.flatMap((module) => module.projections)));
  feed.listen((batch) => live.tell(batch));
  feed.listen((batch) => wired.history?.feed.hear(batch));
  const metrics = metricsOf(config.METRICS_TOKEN, modules, {
    store: plainStore,
    readModels,
    feed,
    liveConnections: () => live.connections,
    queues: { calls: () => inFlight.size, passwords: () => limits.attempts.waiting },
    isServing: () => standing === 'serving',
  });
  const operations = operationsOf(config, {
    ...{ modules, plainStore, readModels, feed, sealing, log, now },
    history: wired.history?.feed,
    address: origin,
    standing: standsAs,
    preparing: () => shown.missing,
    connections: () => live.connections,
    keys: followed.held,
  });
  const app = createApp({
    metrics,
    tracing,
    answered: eachCallTo(config.LOG_LEVEL, log),
    modules: [...modules, operations.module],
    counted,
    log,
    now,
    authentication,
    whenShown: (position, correlationId) => feed.whenShown(position, correlationId),
    whenFresh: freshFor(feed),
    shownUpTo,
    reading: (work) => shown.during(work),
    standing: standsAs,
    isReady: readinessOf({ isOpen, feed, isWhole, store: plainStore, readModels }),
    hasRoom: () => plainStore.hasRoom?.() ?? true,
    parked: () => feed.parked,
    stopped: () => feed.stopped,
    inFlight,
    calls: new ConcurrencyLimit(callsInFlight),
    limits,
    browsers: { knows: (cookies, email) => identity.browsers.knows(cookies[knownBrowserCookie], email) },
    hold,
    holdBody: (socket, bytes) => connections.holdBody(socket, bytes),
    secret: keys.secret,
    isOpen: () => isOpen() && !feed.isDoubtful,
    trustProxy: config.TRUST_PROXY,
    frontend: replacements.frontend ?? join(import.meta.dirname, '../../frontend/dist'),
    know: (name, pathname) => shown.during(() => wired.know(name, pathname)),
    stripe: config.PAYMENTS === 'stripe',
    imageHosts: config.IMAGE_HOSTS,
    publicUrl: config.PUBLIC_URL,
    sandbox: provider.router,
    issuer: issuerRouter,
    live: live.router,
    pictures: servePictures(wired.pictures, { hold, limits }),
  });
  connections.serve(server, app);
  serveUpgrades(server, app, (socket) => connections.leave(socket));

  /** Connection draining: goes on to answer until whoever sends calls here has seen that others must be asked. */
  const drain = async () => {
    standing = 'going';
    operations.changed();
    lastAnswers();
    await pause(config.DRAIN);
  };
  const close = async () => {
    // There is nothing to answer of a log that is no more.
    if (isOpen() && !feed.isDoubtful) await drain();
    closing.abort();
    await Promise.all([live.close(), stop()]);
    await inFlight.idle(500);
    await operations.close();
    await sealing.close();
    await provider.close();
    await feed.close();
    await wired.mails.close();
    await wired.history?.feed.close();
    await store.close();
    await limits.close();
    await readModels.close();
    followed.close();
    await renewals.close();
    await snapshots.close();
    counted.close();
    await tracing?.close();
  };
  try {
    await listen(server, config);
    const begun = {
      start() {
        followed.start();
        operations.start();
      },
    };
    const parts = { keys, plainStore, readModels, wired, feed, issuer, save, operations: begun, log };
    await beginShop(config, { whenReachable, ...parts });
  } catch (reason) {
    await close();
    throw reason;
  }
  await showFirstAdminCode(config, { users: wired.users, secret: keys.secret, origin, print: replacements.print });
  standing = 'serving';
  operations.changed();
  // Nobody waits for it but who needs it, and who does begins again where it fails.
  for (const follower of followers) follower.fill(closing.signal).catch(() => {});
  wired.history?.feed.start();
  provider.start();
  sealing.start();
  return { origin: origin(), demo: wired.demo, close, whenPutBack };
}
