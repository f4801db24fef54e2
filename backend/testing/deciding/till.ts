import { booking } from '../../../modules/booking/booking.ts';
import { AllGoesBack, stillOwed } from '../../../modules/booking/fulfilment/still-owed.ts';
import { bookingModule } from '../../../modules/booking/index.ts';
import type { SettledHow } from '../../../modules/booking/money/contract.ts';
import { returnedOf } from '../../../modules/booking/refunds/refunds.ts';
import { toolBooked } from '../../../modules/booking/testing/examples.ts';
import { StockDouble } from '../../../modules/booking/testing/stock-double.ts';
import type { Commands } from '../../../modules/kernel/commands.ts';
import { viewOf } from '../../../modules/kernel/documents/view.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import type { Caller } from '../../../modules/kernel/route.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { paymentsModule, withdrawalsOf } from '../../../modules/payments/index.ts';
import { type Books, books, sumsOf } from '../../../modules/payments/read-models/books.ts';
import { receiveMessage } from '../../../modules/payments/receive-message.ts';
import { InMemoryCommands } from '../../doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../doubles/in-memory-read-models.ts';
import { gatewayInProcess } from '../../doubles/sandbox-in-process.ts';
import { memoryStore } from '../../doubles/sandbox-memory-store.ts';
import type { Fault } from '../../payments/sandbox/faults.ts';
import { webhookSignature } from '../../payments/sandbox/messages/webhook-signature.ts';
import { paymentSandbox } from '../../payments/sandbox/payment-sandbox.ts';
import { contextOf, keyedContextOf } from '../context.ts';
import { keys } from '../servers/sandbox-under-test.ts';
import { call } from './call.ts';
import { inSession } from './in-session.ts';
import { type Between, scheduled } from './scheduled-gateway.ts';

const start = Date.parse('2026-01-02T00:00:00.000Z');
const mina: Caller = { uid: 'u1', email: 'mina@example.com', name: 'Mina', role: 'user', ...inSession };
const admin: Caller = { uid: 'a1', email: 'admin@example.com', name: 'Admin', role: 'admin', ...inSession };

/** The one whose timers run, or one that has just started beside it. */
type Node = 'this' | 'another';
export type Till = ReturnType<typeof openTill>;

/**
 * Booking and payments over the payment sandbox, all in memory and by a clock of its own. Nothing happens by itself: a
 * test says when the reactors react, when a timer runs, and which of the provider's messages comes.
 * @param options.between awaited before each command and each call to the provider, for a test to come between; what it
 * throws is as if the process had ended there
 * @param options.pause how it waits before it tries again; not at all, when left out
 */
export function openTill(options: { between?: Between; pause?: (milliseconds: number) => Promise<void> } = {}) {
  const between: Between = (...step) => options.between?.(...step) ?? Promise.resolve();
  let now = start;
  let orders = 0;
  const faults: (Fault | undefined)[] = [];
  const asked: string[] = [];
  const readModels = new InMemoryReadModels();
  const undone: { event: StoredEvent; reactor: string }[] = [];
  const modules: Module[] = [];
  const stored = new InMemoryCommands({
    now: () => new Date(now),
    appended(events) {
      readModels.follow(
        modules.flatMap(({ projections }) => projections),
        events,
      );
      for (const { name, handles } of modules.flatMap(({ reactors }) => reactors)) {
        undone.push(...events.filter(({ type }) => handles(type)).map((event) => ({ event, reactor: name })));
      }
    },
  });
  const commands: Commands = {
    async execute(...command) {
      await between(command[3].type, command[1]);
      return stored.execute(...command);
    },
    recall: (...which) => stored.recall(...which),
    load: async (...which) => {
      await between('load', which[1]);
      return stored.load(...which);
    },
  };
  const store = memoryStore();
  const sandbox = paymentSandbox({
    ...keys,
    store,
    webhookUrl: () => 'http://127.0.0.1:9',
    clock: () => new Date(now),
    faults(which) {
      if (/\/(confirm|authenticate)$/.test(which)) return undefined;
      asked.push(which);
      return faults.shift();
    },
  });
  const gateway = scheduled(gatewayInProcess(sandbox, { ...keys, clock: () => new Date(now) }), between);
  const stock = new StockDouble(1_000, { commands });
  const withdrawals = withdrawalsOf({ commands, gateway });
  const ordering = bookingModule({
    commands,
    readModels,
    stock,
    payments: withdrawals,
    people: {
      uidOf: async () => mina.uid,
      matching: async () => [],
      calledLike: async () => new Set(),
      letGo: async () => undefined,
      isForgotten: async () => false,
      isSeenHere: () => true,
    },
    currency: 'usd',
    readStream: async () => [],
    print: () => Promise.reject(new Error('Nobody prints a receipt here.')),
    now: () => new Date(now),
    unpaidOrders: 0,
    orderTtl: 24 * 3_600_000,
    largeOrderTtl: 0,
    reservationGrace: 1,
    lookEvery: 1,
  });
  const records = new InMemoryRecords();
  const config: ShopConfig = {
    payments: { provider: 'sandbox', publishableKey: keys.publishableKey },
    google: false,
    passwordMinimum: 6,
    recovery: 'sent',
    currency: 'usd',
    lapse: { after: 86_400, largeAfter: 86_400 },
  };
  const payments = () =>
    paymentsModule({
      commands,
      readModels,
      records,
      orders: ordering.orders,
      gateway,
      withdrawals,
      config,
      configNow: async () => config,
      now: () => new Date(now),
      pause: options.pause ?? (async () => {}),
      reconcileEvery: 1,
    });
  const paying = payments();
  modules.push(ordering, paying);
  const routes = modules.flatMap((module) => module.routes);
  let commandIds = 0;
  const nextKey = () => `call ${commandIds++}`;
  const signal = new AbortController().signal;

  return {
    log: stored.log,
    ofType: (type: string) => stored.ofType(type),
    store,
    stock,
    sandbox,
    dashboard: sandbox.dashboard,
    asked,
    gateway,
    /** What goes wrong with the next calls to the provider, one after the other. */
    fail: (...next: (Fault | undefined)[]) => void faults.push(...next),
    mend: () => void faults.splice(0),
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Places an order, and resolves to its id. */
    async order(cents = 1999): Promise<string> {
      const bookingId = `b${++orders}`;
      const price = { amount: cents, currency: 'usd' };
      const placed = toolBooked({ bookingId, uid: mina.uid, quantity: 3, price });
      await stored.execute(booking, bookingId, contextOf(`order ${bookingId}`), { type: 'BookTool' }, () => [placed]);
      return bookingId;
    },
    stateOf: (bookingId: string) => stored.load(booking, bookingId),
    /** How much of what an order cost went back, in minor units, as it knows itself. */
    async backOf(bookingId: string): Promise<number> {
      const state = await stored.load(booking, bookingId);
      return state.status === 'none' ? 0 : returnedOf(state.refunds);
    },
    /** Whether a paid order's pieces may be sent. */
    async isOwed(bookingId: string): Promise<boolean> {
      const state = await stored.load(booking, bookingId);
      try {
        return stillOwed(state) !== undefined;
      } catch (reason) {
        if (reason instanceof AllGoesBack) return false;
        throw reason;
      }
    },
    /** Asks for the intent of some orders, at this node or another one; resolves to the client secret. */
    async begin(bookingIds: readonly string[], key = nextKey(), node: Node = 'this'): Promise<string> {
      const states = await Promise.all(bookingIds.map((id) => stored.load(booking, id)));
      const cents = states.reduce((sum, state) => sum + ('order' in state ? state.order.price.amount : 0), 0);
      const body = { price: cents / 100, bookingIds };
      const command = keyedContextOf(key, { payload: body });
      const asked = node === 'this' ? routes : payments().routes;
      const answer = await call(asked, 'POST /create-payment-intent', { caller: mina, body, command });
      return (answer.body as { clientSecret: string }).clientSecret;
    },
    /** Asks for the intent of the oldest unpaid order of that price, naming none, and mostly no key; resolves to the client secret. */
    async beginOldest(cents: number, key?: string): Promise<string> {
      const body = { price: cents / 100 };
      const payload = { payload: body };
      const command = key === undefined ? contextOf(nextKey(), payload) : keyedContextOf(key, payload);
      const answer = await call(routes, 'POST /create-payment-intent', { caller: mina, body, command });
      return (answer.body as { clientSecret: string }).clientSecret;
    },
    /** Pays with a card, as the browser would; resolves to whether the money is there. */
    pay(clientSecret: string, payment_method = 'pm_card_visa'): boolean {
      const [intentId = ''] = clientSecret.split('_secret_');
      sandbox.ask({
        method: 'POST',
        path: `/v1/payment_intents/${intentId}/confirm`,
        requestId: 'req_browser',
        authorization: `Bearer ${keys.publishableKey}`,
        params: { client_secret: clientSecret, payment_method },
      });
      return store.intent(intentId)?.status === 'succeeded';
    },
    /** The owner of the card passes the bank's challenge, or does not. */
    answerChallenge(clientSecret: string, outcome: 'success' | 'failure'): void {
      const [intentId = ''] = clientSecret.split('_secret_');
      sandbox.ask({
        method: 'POST',
        path: `/v1/payment_intents/${intentId}/authenticate`,
        requestId: 'req_browser',
        authorization: `Bearer ${keys.publishableKey}`,
        params: { client_secret: clientSecret, outcome },
      });
    },
    remove: (bookingId: string, key = nextKey()) =>
      call(routes, 'DELETE /booking/{id}', { caller: mina, params: { id: bookingId }, command: contextOf(key) }),
    /** Takes back all of them, mostly by a call without a key. */
    removeAll(key?: string) {
      const command = key === undefined ? contextOf(nextKey()) : keyedContextOf(key);
      return call(routes, 'DELETE /booking', { caller: mina, query: { personEmail: mina.email }, command });
    },
    async refund(bookingId: string, but: { amount?: number; restock?: number } = {}, key = nextKey()): Promise<string> {
      const body = { reason: 'It is bent.', ...but };
      const command = contextOf(key, { payload: body, actor: { uid: admin.uid, role: 'admin' } });
      const request = { caller: admin, params: { id: bookingId }, body, command };
      return ((await call(routes, 'POST /booking/{id}/refund', request)).body as { refundId: string }).refundId;
    },
    retry: (refundId: string, key = nextKey()) =>
      call(routes, 'POST /refunds/{id}/retry', { caller: admin, params: { id: refundId }, command: contextOf(key) }),
    settle(refundId: string, how: SettledHow, key = nextKey()) {
      const body = { how, note: 'By a transfer.' };
      const command = contextOf(key, { payload: body, actor: { uid: admin.uid, role: 'admin' } });
      return call(routes, 'POST /refunds/{id}/settle', { caller: admin, params: { id: refundId }, body, command });
    },
    async failedRefunds(): Promise<{ _id: string; because: string; wasRefunded: boolean; amount: number }[]> {
      return JSON.parse(String((await call(routes, 'GET /refunds/failed', { caller: admin })).json));
    },
    /** The provider's messages that have not been taken off, oldest first. */
    messages: () => store.waitingMessages(1_000).map(({ payload }) => payload),
    /** One of the provider's messages comes. */
    async receive(payload: string): Promise<bigint | undefined> {
      const signature = webhookSignature(payload, keys.webhookSecret, new Date(now));
      const wiring = { commands, gateway, now: () => new Date(now) };
      return receiveMessage(wiring, await gateway.readWebhook(Buffer.from(payload), signature));
    },
    /**
     * The reactors do what is theirs to do, until nothing is left. What fails is left for the next time, and what is about
     * the same stream waits for it, as it does in a shop.
     */
    async react(): Promise<void> {
      const failed: typeof undone = [];
      const heldUp = new Set<string>();
      for (let next = undone.shift(); next; next = undone.shift()) {
        const { event, reactor: name } = next;
        const lane = `${name} ${event.stream}`;
        const reactor = modules.flatMap((module) => module.reactors).find((each) => each.name === name);
        const leave = () => failed.push({ event, reactor: name });
        if (heldUp.has(lane)) leave();
        else await reactor?.react(event).catch(() => heldUp.add(lane) && leave());
      }
      undone.push(...failed);
    },
    /** What the reactors have reacted to, they react to again: as after a crash. */
    reactAgain() {
      for (const { name, handles } of modules.flatMap(({ reactors }) => reactors)) {
        undone.push(...stored.log.filter(({ type }) => handles(type)).map((event) => ({ event, reactor: name })));
      }
    },
    /** Runs a timer of this node, or of another one that has just started. */
    async run(name: 'reconcile' | 'look-through' | 'expire-unpaid', node: Node = 'this'): Promise<void> {
      const found = node === 'this' ? modules : [ordering, payments()];
      const timer = found.flatMap((module) => module.timers).find((each) => each.name === name);
      await timer?.run(new Date(now), signal);
    },
    async books(): Promise<Books | undefined> {
      const document = await viewOf(readModels, books).get('usd');
      return document && sumsOf(document);
    },
  };
}
