import { bookingModule } from '../../modules/booking/index.ts';
import { cartModule } from '../../modules/cart/index.ts';
import { catalogModule } from '../../modules/catalog/index.ts';
import type { Issuer } from '../../modules/identity/google/issuer.ts';
import { type IdentityModule, identityModule } from '../../modules/identity/index.ts';
import type { Passwords } from '../../modules/identity/passwords/password.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';
import type { Commands } from '../../modules/kernel/commands.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Module } from '../../modules/kernel/module.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { type MailsModule, type MailWay, mailsModule } from '../../modules/mails/index.ts';
import { paymentsModule, withdrawalsOf } from '../../modules/payments/index.ts';
import type { Forgetting } from '../../modules/people/forget-person.ts';
import { peopleModule } from '../../modules/people/index.ts';
import { picturesModule } from '../../modules/pictures/index.ts';
import type { KeptPictures } from '../../modules/pictures/kept-pictures.ts';
import { reviewsModule } from '../../modules/reviews/index.ts';
import { firstAdminCode } from '../../modules/users/first-admin-code.ts';
import { type UsersModule, usersModule } from '../../modules/users/index.ts';
import type { Snapshots } from '../commands/snapshots/snapshots.ts';
import { type MakeAnew, makeHeldDocumentsAnew } from '../feed/rebuilding/held-documents.ts';
import type { HistoryIndexFile } from '../history-index/history-index-file.ts';
import type { KnowFirst } from '../http/pages/first-screens.ts';
import { originBy } from '../oidc/origin-by.ts';
import type { Provider } from '../payments/provider.ts';
import { ForgottenRegister } from '../personal-data/forgotten-register.ts';
import { personalSeal } from '../personal-data/personal-seal.ts';
import type { SubjectKeys } from '../personal-data/subject-keys.ts';
import { makeSizes } from '../pictures/make-sizes.ts';
import { receiptPrinter } from '../receipts/print-receipt.ts';
import type { Log } from '../runtime/logging/log.ts';
import { searchInTurn } from '../runtime/scheduling/search-in-turn.ts';
import { pause } from '../runtime/time/pause.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { demoPeople } from './demo/demo-people.ts';
import type { ShopKeys } from './keys/kept-keys.ts';
import { type History, historyOf } from './operations/history-of.ts';
import { isUnclaimed } from './operations/is-unclaimed.ts';
import { knowFirst } from './serving/know-first.ts';
import type { Config } from './settings/config.ts';
import { configNow } from './settings/config-now.ts';
import { mailingOf } from './settings/mailing.ts';
import { shopConfigOf } from './settings/shop-config.ts';
import { signedInBy } from './settings/signed-in-by.ts';
import { openStore } from './stores/open-store.ts';

/** The modules, wired to stores and to one another. */
export type WiredModules = {
  readonly modules: readonly Module[];
  /** The event store as the modules see it: personal data opened, old schemas brought up to date. */
  readonly store: EventStore;
  readonly commands: Commands;
  readonly identity: IdentityModule;
  readonly users: UsersModule;
  readonly mails: MailsModule;
  readonly forgetting: Forgetting;
  readonly register: ForgottenRegister;
  readonly subjectKeys: SubjectKeys;
  readonly pictures: KeptPictures;
  /** Who a demo is entered as; undefined where it is none. */
  readonly demo: ReturnType<typeof demoPeople> | undefined;
  /** What goes into the first screens of pages. */
  readonly know: KnowFirst;
  /** Where it is shown. */
  readonly history: Omit<History, 'module'> | undefined;
};

/** Wires every module to the stores. What a module needs of another it gets here, as an interface of a contract. */
export async function wireModules(options: {
  config: Config;
  keys: ShopKeys;
  /** Resolves once GETs show what the log holds at this moment; of a node that follows it. */
  caughtUp?: () => Promise<unknown>;
  /** The position up to which GETs that begin now show everything; of a node that feeds its read models. */
  shownUpTo?: () => bigint;
  /** Whether no read model stands still; of a node that feeds them. */
  isWhole?: () => boolean;
  /** Of a node that runs on while its keys are replaced. */
  lookForKeys?: () => Promise<void>;
  plainStore: EventStore;
  /** Of long streams; whoever works beside a shop for a moment needs none. */
  snapshots?: Snapshots;
  readModels: ReadModels;
  renewals: Renewals;
  provider: Pick<Provider, 'gateway' | 'shown'>;
  /** Who else knows people; whoever works beside a shop for a moment signs nobody in. */
  issuer?: Issuer | undefined;
  countProof?: (uid: string) => Promise<void>;
  /** Has read models made anew while they are shown; whoever works beside a shop for a moment reacts to nothing. */
  makeAnew?: MakeAnew;
  now: () => Date;
  passwords?: Passwords;
  /** Where the history is indexed; whoever works beside a shop for a moment shows none. */
  history?: { readonly file: HistoryIndexFile; readonly log: Log };
  /** How mails go out; whoever works beside a shop for a moment sends none. */
  mails?: MailWay;
  tracing?: Tracing | undefined;
}): Promise<WiredModules> {
  const { config, keys, plainStore, readModels, provider, now, passwords } = options;
  const { store, openedStore, subjectKeys, commands } = openStore({ ...options, wrapping: keys.wrapping });
  const google = { issuer: options.issuer, originOf: originBy(config), countProof: options.countProof };
  const mailing = mailingOf(config);
  const identity = await identityModule({
    commands,
    readModels,
    renewals: options.renewals,
    isAdmin: async (uid) => (await users.callerOf(uid))?.role === 'admin',
    listedUid: (email) => users.people.uidOf(email),
    readTold: (stream) => store.readStream(stream, { damaged: 'told', whole: false }),
    ...{ now, keys, lookForKeys: options.lookForKeys, caughtUp: options.caughtUp },
    ...signedInBy(config),
    passwordMinimum: config.PASSWORD_MINIMUM,
    mailing,
    passwords,
    google,
  });
  const users = usersModule({
    commands,
    readModels,
    issueAccessToken: identity.issueAccessToken,
    addresses: identity.holders,
    firstAdminCode: firstAdminCode(keys.secret),
    now,
  });
  const { CURRENCY: currency, IMAGE_HOSTS: imageHosts } = config;
  const { pictures, wanted, ...pictureModule } = picturesModule({
    ...{ commands, now, make: makeSizes, records: store.records },
    shown: () => catalog.shownPictures(),
    isWhole: options.isWhole ?? (() => true),
    perDay: config.PICTURES_PER_DAY,
    keepFor: config.KEEP_PICTURES,
    lookEvery: config.TIMERS_EVERY,
  });
  const catalog = catalogModule({
    ...{ commands, readModels, currency, caughtUp: options.caughtUp, imageHosts },
    pictures: wanted,
    searchInTurn,
  });
  const withdrawals = withdrawalsOf({ commands, gateway: provider.gateway });
  const booking = bookingModule({
    ...{ commands, readModels, currency, now, shownUpTo: options.shownUpTo },
    stock: catalog.stock,
    payments: withdrawals,
    people: { ...users.people, ...users.sought },
    print: receiptPrinter(),
    readStream: (stream) => store.readStream(stream),
    unpaidOrders: config.UNPAID_ORDERS,
    orderTtl: config.ORDER_TTL,
    largeOrderTtl: config.LARGE_ORDER_TTL,
    reservationGrace: config.RESERVATION_GRACE,
    lookEvery: config.TIMERS_EVERY,
  });
  const shopConfig = shopConfigOf(config, {
    payments: provider.shown,
    google: options.issuer !== undefined,
    recovery: mailing.secretLinks,
  });
  const demo = config.SEED === 'demo' ? demoPeople(identity) : undefined;
  const told = configNow(shopConfig, demo, isUnclaimed(users.admins));
  const payments = paymentsModule({
    commands,
    readModels,
    orders: booking.orders,
    gateway: provider.gateway,
    withdrawals,
    records: store.records,
    now,
    pause,
    config: shopConfig,
    configNow: told,
    reconcileEvery: config.TIMERS_EVERY,
  });
  const reviews = reviewsModule({
    commands,
    readModels,
    tools: catalog,
    purchases: booking.purchases,
    now,
    perDay: config.REVIEWS_PER_DAY,
  });
  const cart = cartModule({ commands, readModels, now });
  const writing: readonly Module[] = [identity, users, catalog, booking, cart, payments, reviews];
  const mails = mailsModule({
    mails: writing.flatMap((module) => module.mails ?? []),
    addressOf: async (uid) => (await users.callerOf(uid))?.email,
    isProved: (who) => identity.holders.isTheirs(who),
    commands,
    readModels,
    records: store.records,
    readEvent: async ({ stream, revision }) =>
      (await store.readStream(stream, { from: BigInt(revision), limit: 1 })).at(0),
    personal: personalSeal(subjectKeys),
    now,
    pause,
    way: options.mails,
    lookEvery: config.TIMERS_EVERY,
  });
  const register = new ForgottenRegister(config.DATA_DIR);
  const forgetting: Forgetting = {
    holdings: [
      ...identity.holdings,
      ...users.holdings,
      booking.holdings,
      cart.holdings,
      reviews.holdings,
      mails.holdings,
    ],
    register: async (forgotten) => register.add(forgotten),
    destroyKey: (uid) => subjectKeys.destroy(uid),
  };
  const people = peopleModule({
    ...forgetting,
    accounts: identity.holders,
    people: { ...users.people, ...users.lookedAfter },
    orders: booking.ordersOfPeople,
    now,
    async wipe() {
      await makeHeldDocumentsAnew(store, options.makeAnew ?? (async () => {}));
      await readModels.wipe();
    },
  });
  const withEvents: readonly Module[] = [...writing, pictureModule, people, mails];
  const history =
    options.history &&
    historyOf({
      ...options.history,
      ...{ plainStore, openedStore, now },
      modules: withEvents,
      personName: async (uid) => (await users.callerOf(uid))?.name,
      toolName: (toolId) => catalog.nameOf(toolId),
    });
  const modules = history ? [...withEvents, history.module] : withEvents;
  return {
    modules,
    history,
    store,
    commands,
    identity,
    users,
    mails,
    forgetting,
    register,
    subjectKeys,
    pictures,
    demo,
    know: knowFirst(told, catalog),
  };
}
