import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotWhole } from '../../../modules/booking/checkouts/not-whole.ts';
import { placeCheckout, type WantedCheckout } from '../../../modules/booking/checkouts/place-checkout.ts';
import { bookingModule } from '../../../modules/booking/index.ts';
import { addTool } from '../../../modules/catalog/commands/add-tool.ts';
import { changeDetails } from '../../../modules/catalog/commands/change-details.ts';
import { stockOf } from '../../../modules/catalog/stock/stock.ts';
import { toolAdded } from '../../../modules/catalog/testing/examples.ts';
import { tool } from '../../../modules/catalog/tool.ts';
import type { Commands } from '../../../modules/kernel/commands.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import type { Caller } from '../../../modules/kernel/route.ts';
import { InMemoryCommands } from '../../doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../doubles/in-memory-read-models.ts';
import { contextOf } from '../../testing/context.ts';
import { inSession } from '../../testing/deciding/in-session.ts';

const unitPrice = { amount: 1999, currency: 'usd' };
const personOf = (uid: string): Caller => ({ uid, email: `${uid}@example.com`, name: uid, role: 'user', ...inSession });
const mina = personOf('u1');
const cartOf = (...lines: (readonly [toolId: string, quantity: number])[]): WantedCheckout => ({
  lines: lines.map(([toolId, quantity]) => ({ toolId, quantity, price: { ...unitPrice, amount: 1999 * quantity } })),
  location: 'Dhaka',
  phone: '+880 1',
});
const three = cartOf(['t3', 1], ['t1', 2], ['t2', 3]);

describe('a checkout whose process ends', () => {
  for (let step = 1; step <= 7; step++) {
    it(`before append ${step} comes whole or not at all, and is the same when it is asked for again`, async () => {
      for (const isRepeated of [false, true]) {
        const shop = await openShop({ t1: 5, t2: 5, t3: 5 });
        shop.endBefore(step);
        await expect(shop.checkOut(mina, three)).rejects.toThrow(Unavailable);
        shop.goOn();
        if (isRepeated) await shop.checkOut(mina, three);
        await shop.react();
        await shop.lookForOrphans();
        const placed = shop.expectWholeOrNone();
        // Three are set aside, the fourth append decides.
        expect(placed).toBe(isRepeated || step > 4 ? 1 : 0);
        expect(await shop.left()).toEqual(placed ? { t1: 3, t2: 2, t3: 4 } : { t1: 5, t2: 5, t3: 5 });
      }
    });
  }

  it('does not come late once its pieces were given back', async () => {
    const shop = await openShop({ t1: 5, t2: 5, t3: 5 });
    shop.endBefore(4);
    await expect(shop.checkOut(mina, three)).rejects.toThrow(Unavailable);
    shop.goOn();
    await shop.lookForOrphans();
    await expect(shop.checkOut(mina, three)).rejects.toThrow(/given up/);
    expect(shop.expectWholeOrNone()).toBe(0);
    expect(await shop.left()).toEqual({ t1: 5, t2: 5, t3: 5 });
  });

  it('while it gives back gives all of it back', async () => {
    for (let step = 3; step <= 5; step++) {
      const shop = await openShop({ t1: 5, t2: 5, t3: 1 });
      shop.beforeAppend(3, () => shop.checkOut(personOf('u2'), cartOf(['t3', 1]), 'other'));
      // One append of it is that of the other's three: set aside, decided, booked.
      shop.endBefore(step + 3);
      await expect(shop.checkOut(mina, three)).rejects.toThrow(Unavailable);
      shop.goOn();
      await shop.react();
      await shop.lookForOrphans();
      expect(shop.expectWholeOrNone()).toBe(1);
      expect(await shop.left()).toEqual({ t1: 5, t2: 5, t3: 0 });
    }
  });
});

describe('a checkout of which a line is taken while it is placed', () => {
  it('holds nothing, names the line, and says the same when it is asked for again', async () => {
    const shop = await openShop({ t1: 5, t2: 5, t3: 1 });
    shop.beforeAppend(3, () => shop.checkOut(personOf('u2'), cartOf(['t3', 1]), 'other'));
    for (let time = 0; time < 2; time++) {
      const refusal = await shop.checkOut(mina, three).catch((reason) => reason);
      expect(refusal).toBeInstanceOf(NotWhole);
      expect(refusal.errors).toEqual([{ path: 'lines.0', message: 'Only 0 left' }]);
      expect(await shop.left()).toEqual({ t1: 5, t2: 5, t3: 0 });
    }
    await expect(shop.checkOut(mina, cartOf(['t1', 1]))).rejects.toThrow(/Idempotency-Key/);
  });
});

describe('carts of several people at once', () => {
  it('never oversell, never hold half, and never charge for another sum than was shown, wherever each of them ends', async () => {
    const tools = ['t1', 't2', 't3'];
    const lines = fc.uniqueArray(fc.tuple(fc.constantFrom(...tools), fc.integer({ min: 1, max: 3 })), {
      selector: ([toolId]) => toolId,
      minLength: 1,
    });
    const carts = fc.array(lines, { minLength: 2, maxLength: 6 });
    const pieces = fc.record({ t1: fc.nat(6), t2: fc.nat(6), t3: fc.nat(6) });
    const prices = fc.array(fc.tuple(fc.constantFrom(...tools), fc.constantFrom(2_499, 1_999)), { maxLength: 4 });
    const story = fc.record({
      wanted: carts,
      shelves: pieces,
      scheduler: fc.scheduler(),
      repriced: prices,
      end: fc.nat(30),
    });
    const seen = { refused: 0, paidAfter: 0 };
    await fc.assert(
      fc.asyncProperty(story, async ({ wanted, shelves, scheduler, repriced, end }) => {
        const shop = await openShop(shelves, (what) => scheduler.schedule(Promise.resolve(), what));
        if (end > 0) shop.endBefore(end);
        const asked = wanted.map((cart, n) => shop.checkOut(personOf(`u${n}`), cartOf(...cart), `cart ${n}`));
        const others = repriced.map(([toolId, cents], n) => shop.reprice(toolId, cents, `price ${n}`));
        await scheduler.waitFor(Promise.allSettled([...asked, ...others]));
        shop.goOn();
        await scheduler.waitFor(shop.react());
        await scheduler.waitFor(shop.lookForOrphans());
        shop.expectWholeOrNone();
        const left = await scheduler.waitFor(shop.left());
        for (const toolId of tools) {
          const [had, has] = [shelves, left].map((of) => of[toolId as keyof typeof of] ?? 0);
          expect(has).toBeGreaterThanOrEqual(0);
          expect(has).toBe((had ?? 0) - shop.booked(toolId));
        }
        // Who got an answer has what was asked for, at the price that was shown.
        for (const [n, answer] of (await Promise.allSettled(asked)).entries()) {
          if (answer.status === 'rejected') {
            if (answer.reason instanceof NotWhole && /price/.test(JSON.stringify(answer.reason.errors)))
              seen.refused += 1;
            continue;
          }
          if (shop.wasRepriced()) seen.paidAfter += 1;
          const sum = answer.value.checkout.orders.reduce((all, { price }) => all + price.amount, 0);
          const shown = (wanted[n] ?? []).reduce((all, [, quantity]) => all + quantity * 1999, 0);
          expect(sum).toBe(shown);
          expect(answer.value.checkout.orders).toHaveLength(wanted[n]?.length ?? 0);
        }
      }),
      { numRuns: 150 },
    );
    // Else no price has changed in between.
    expect(Math.min(seen.refused, seen.paidAfter)).toBeGreaterThan(0);
  });
});

type Placed = ReturnType<typeof placeCheckout>;

/** Booking over a real stock, in memory. Reactors and timers run when a test says so; a process ends where it says. */
async function openShop(
  shelves: Readonly<Record<string, number>>,
  between: (what: string) => Promise<unknown> = async () => undefined,
) {
  const readModels = new InMemoryReadModels();
  const undone: StoredEvent[] = [];
  const modules: Module[] = [];
  const stored = new InMemoryCommands({
    appended(events) {
      readModels.follow(
        modules.flatMap(({ projections }) => projections),
        events,
      );
      undone.push(...events);
    },
  });
  let appends = 0;
  let end = Number.POSITIVE_INFINITY;
  const meanwhile = new Map<number, () => Promise<unknown>>();
  const commands: Commands = {
    async execute(...command) {
      appends += 1;
      const come = meanwhile.get(appends);
      meanwhile.delete(appends);
      await come?.();
      await between(command[3].type);
      if (appends >= end) throw new Unavailable('The process has ended.');
      return stored.execute(...command);
    },
    recall: (...which) => stored.recall(...which),
    async load(...which) {
      await between('load');
      return stored.load(...which);
    },
  };
  const stock = stockOf(commands);
  const booking = bookingModule({
    commands,
    readModels,
    stock,
    payments: { withdraw: async () => 'canceled' },
    people: {
      uidOf: async () => undefined,
      matching: async () => [],
      calledLike: async () => new Set(),
      letGo: async () => undefined,
      isForgotten: async () => false,
      isSeenHere: () => false,
    },
    currency: 'usd',
    print: () => Promise.reject(new Error('Nobody prints a receipt here.')),
    readStream: async () => [],
    now: () => new Date(),
    unpaidOrders: 0,
    orderTtl: 1e9,
    largeOrderTtl: 0,
    reservationGrace: 0,
    lookEvery: 1,
  });
  modules.push(booking);
  for (const [toolId, available] of Object.entries(shelves)) {
    const command = { type: 'AddTool', ...toolAdded({ toolId, available, minimumOrder: 1 }).data } as const;
    await stored.execute(tool, toolId, contextOf(`add ${toolId}`), command, addTool);
  }
  const orders = () => stored.ofType('ToolBooked') as StoredEvent<{ type: string; data: Booked }>[];
  return {
    checkOut: (who: Caller, wanted: WantedCheckout, key = 'key'): Placed =>
      placeCheckout({ commands, stock }, who, wanted, contextOf(key, { payload: wanted })),
    /** The tool costs another sum from some moment on, unless others have changed it first. */
    async reprice(toolId: string, cents: number, key: string): Promise<void> {
      const state = await commands.load(tool, toolId);
      if (state.status !== 'offered') throw new Error(`${toolId} is not offered.`);
      const { details, version } = state;
      const money = { amount: cents, currency: 'usd' };
      const command = { type: 'ChangeDetails', toolId, version, details, perPrice: money, totalPrice: money } as const;
      await commands.execute(tool, toolId, contextOf(key), command, changeDetails);
    },
    wasRepriced: () => stored.ofType('ToolRepriced').length > 0,
    /** The process ends before its n-th append from now on. */
    endBefore(n: number) {
      end = appends + n;
    },
    goOn() {
      end = Number.POSITIVE_INFINITY;
    },
    /** Something else happens before the n-th append from now on. */
    beforeAppend: (n: number, come: () => Promise<unknown>) => void meanwhile.set(appends + n, come),
    async react() {
      for (let event = undone.shift(); event; event = undone.shift()) {
        for (const { handles, react } of booking.reactors) if (handles(event.type)) await react(event);
      }
    },
    async lookForOrphans() {
      const timer = booking.timers.find(({ name }) => name === 'give-back-orphans');
      await timer?.run(new Date(Date.now() + 1_000), new AbortController().signal);
    },
    async left() {
      const all: Record<string, number> = {};
      for (const toolId of Object.keys(shelves)) {
        const state = await stored.load(tool, toolId);
        all[toolId] = state.status === 'offered' ? state.available : 0;
      }
      return all;
    },
    booked: (toolId: string) =>
      orders().reduce((sum, { data }) => sum + (data.toolId === toolId ? data.quantity : 0), 0),
    /** Each checkout has all of its orders, or none and nothing set aside. Resolves to how many were placed. */
    expectWholeOrNone(): number {
      const placed = stored.ofType('CheckoutPlaced') as StoredEvent<{ type: string; data: PlacedData }>[];
      const promised = placed.flatMap(({ data }) => data.orders.map(({ bookingId }) => bookingId));
      expect(
        orders()
          .map(({ data }) => data.bookingId)
          .sort(),
      ).toEqual(promised.toSorted());
      const ids = (type: string) =>
        (stored.ofType(type) as StoredEvent<{ type: string; data: Booked }>[]).map(({ data }) => data.bookingId);
      const released = new Set(ids('StockReleased'));
      expect(
        ids('StockReserved')
          .filter((id) => !released.has(id))
          .sort(),
      ).toEqual(promised.toSorted());
      return placed.length;
    },
  };
}

type Booked = { readonly bookingId: string; readonly toolId: string; readonly quantity: number };
type PlacedData = { readonly orders: readonly Booked[] };
