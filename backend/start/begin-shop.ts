import type { Issuer } from '../../modules/identity/google/issuer.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import type { NodeFeed } from '../feed/node-feed.ts';
import type { Log } from '../runtime/logging/log.ts';
import { refuseDemoAdmin } from './demo/demo-admin.ts';
import { closeDemoIssuerAccounts, demoIssuerOpens } from './demo/demo-issuer-accounts.ts';
import { seed } from './demo/seed.ts';
import type { ShopKeys } from './keys/kept-keys.ts';
import { beginWithKeys, refuseLostKeys } from './keys/keys-of-the-log.ts';
import { asFarAsReadable } from './preflight/as-far-as-readable.ts';
import { refuseOtherCurrency } from './preflight/currency-of-the-log.ts';
import { ForgetAgain } from './preflight/forget-again.ts';
import { refuseHalfImport } from './preflight/half-done.ts';
import { refuseEviction } from './preflight/refuse-eviction.ts';
import type { Config } from './settings/config.ts';
import type { untilReachable } from './stores/until-reachable.ts';
import type { WiredModules } from './wire-modules.ts';

type Parts = {
  readonly whenReachable: ReturnType<typeof untilReachable>;
  readonly keys: ShopKeys;
  /** Writes down keys that were made at this start. */
  readonly save: (() => Promise<void>) | undefined;
  /** The log as it is stored. */
  readonly plainStore: EventStore;
  readonly readModels: ReadModels;
  readonly wired: WiredModules;
  readonly feed: NodeFeed;
  readonly issuer: Issuer | undefined;
  /** Have other nodes know of this one: begun once it is known that the log is its own. */
  readonly operations: { start(): void };
  readonly log: Log;
};

/**
 * All that comes before a shop answers: that the log is whole and its own, that whoever was forgotten stays so, that the log is caught
 * up with, and the demo's data.
 * @throws BadSetting for a log that is not its own or has prices in another currency, for read models that may be lost in part, and for an admin that everybody has the password of.
 */
export async function beginShop(config: Config, parts: Parts): Promise<void> {
  const { whenReachable, keys, plainStore, readModels, wired, feed, issuer, operations, save, log } = parts;
  const { store, commands, identity, users, mails } = wired;
  const { records } = store;
  await whenReachable('the start', () => refuseHalfImport(store));
  if (save) await whenReachable('the start', () => refuseLostKeys(config, store));
  await whenReachable('the start', () => beginWithKeys(store, keys, save));
  await whenReachable('the start', () => refuseOtherCurrency(plainStore, config.CURRENCY));
  await whenReachable('the start', () => refuseEviction(readModels));
  operations.start();
  if (issuer?.isReal === false) await demoIssuerOpens({ records, whenReachable });
  const lost = wired.register.lost();
  if (lost.lines.length > 0)
    log.warn(
      lost,
      'who was forgotten cannot be read in these lines: they may be known again where a backup is put back',
    );
  const again = new ForgetAgain(wired);
  const closing =
    'somebody who was forgotten is in the log still: their account cannot be read, and is closed at a start that can';
  await whenReachable('the start', () => asFarAsReadable(log, closing, () => again.closeAccounts()));
  await whenReachable('the start', () => mails.begin());
  await whenReachable('the start', () => feed.start());
  await whenReachable('the start', () => again.forgetTheRest());
  if (config.SEED === 'demo') {
    await whenReachable('seeding', async () => {
      await feed.whenShown(await seed({ commands, store, identity, users, currency: config.CURRENCY }));
    });
  }
  if (issuer?.isReal) await closeDemoIssuerAccounts({ records, identity, feed, whenReachable, log });
  await whenReachable('the start', () => refuseDemoAdmin(config, { identity, users, log }));
  await whenReachable('the start', async () => {
    if (await users.admins.hasLostAll())
      log.warn('the last admin of this shop was forgotten: whoever says its code at /setup becomes the next');
  });
}
