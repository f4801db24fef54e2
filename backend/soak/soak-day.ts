import { Refusal } from '../../modules/kernel/errors.ts';
import { StripeFailure } from '../payments/sandbox/requests/stripe-failure.ts';
import type { Agenda } from './agenda.ts';
import { beginToPay, order, type Placed, pay, untilAnswered } from './shoppers.ts';
import { type People, password } from './soak-people.ts';
import type { SoakShop } from './soak-shop.ts';
import type { SoakTool } from './soak-tools.ts';

const hour = 3_600_000;

type Wiring = {
  /** The shop that is open at the moment: there are restarts. */
  readonly shop: () => SoakShop;
  readonly now: () => Date;
  readonly agenda: Agenda;
  readonly people: People;
  readonly tools: readonly SoakTool[];
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
};

/** What people do in the shop, at its provider and at their banks. Each thing is counted by its name. */
export class SoakDay {
  readonly counts: Record<string, number> = {};
  readonly #wiring: Wiring;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** One order, and what becomes of it. */
  async live(n: number): Promise<void> {
    const { shop, people, tools, random } = this.#wiring;
    const buyer = people.buyers[Math.floor(random() * people.buyers.length)];
    const tool = tools[n % tools.length];
    if (!buyer || !tool) return;
    const quantity = 1 + Math.floor(random() * 3);
    const placed = await order(shop(), buyer, { ...tool, quantity, key: `order ${n}` });
    if (!placed) return this.#count('orders refused');
    this.#count('orders');
    const fate = random();
    if (fate < 0.06) return this.#count('never paid');
    if (fate < 0.1) return this.#plan(0.4, () => this.#delete(placed));
    if (fate < 0.13) return this.#plan(0.9, () => this.#pay(placed));
    await this.#pay(placed, fate < 0.16 ? 3 : 0);
  }

  /** Somebody is forgotten, whatever they have ordered. */
  async forget(): Promise<void> {
    const { shop, people } = this.#wiring;
    const caller = people.buyers.pop();
    if (!caller) return;
    await untilAnswered(() => shop().call('DELETE /me', { caller, body: { password }, key: `forget ${caller.uid}` }));
    people.forgotten.add(caller.email).add(caller.name);
    this.#count('people forgotten');
  }

  /** Pays at once, or leaves the page open for so many hours first, in which the order may lapse. */
  async #pay(placed: Placed, hours = 0): Promise<void> {
    if (this.#isForgotten(placed)) return;
    try {
      const clientSecret = await beginToPay(this.#wiring.shop(), placed);
      if (!clientSecret) return this.#count('payments given up');
      if (hours === 0) return await this.#confirm(placed, clientSecret);
      this.#count('pages left open');
      this.#plan(hours, () => this.#confirm(placed, clientSecret));
    } catch (reason) {
      // The order expired, or was deleted, before its buyer came to pay.
      if (!isRefusal(reason)) throw reason;
      this.#count('payments refused');
    }
  }

  async #confirm(placed: Placed, clientSecret: string): Promise<void> {
    const intentId = pay(this.#wiring.shop(), clientSecret, this.#wiring.random);
    if (!intentId) return this.#count('payments that came to nothing');
    this.#count('payments');
    this.#afterwards(placed, intentId);
  }

  #afterwards(placed: Placed, intentId: string): void {
    const { random } = this.#wiring;
    const fate = random();
    if (fate < 0.08) this.#plan(20, () => this.#refund(placed));
    else if (fate < 0.1) this.#plan(20, () => this.#refundByHand(placed, intentId));
    else if (fate < 0.13) this.#plan(20, () => this.#dispute(intentId));
  }

  async #refund({ bookingId, price, quantity }: Placed): Promise<void> {
    const { shop, people, random } = this.#wiring;
    const inPart = random() < 0.4;
    const amount = inPart ? Math.max(0.5, Math.round(price * 50) / 100) : undefined;
    const body = { reason: 'It came broken.', restock: random() < 0.5 ? Math.ceil(quantity / 2) : 0, amount };
    const asking = { caller: people.admin, params: { id: bookingId }, body, key: `refund ${bookingId}` };
    try {
      const answer = await untilAnswered(() => shop().call('POST /booking/{id}/refund', asking));
      this.#count(answer ? 'refunds asked for' : 'refunds not answered');
    } catch (reason) {
      // Its payment is still processing, or was disputed meanwhile.
      if (!isRefusal(reason)) throw reason;
      this.#count('refunds refused');
    }
  }

  async #refundByHand({ price }: Placed, intentId: string): Promise<void> {
    const { shop, random } = this.#wiring;
    this.#atProvider('refunds by hand', () => {
      shop().sandbox.dashboard.refund(intentId, random() < 0.5 ? Math.round(price * 40) : undefined);
    });
  }

  async #dispute(intentId: string): Promise<void> {
    const { shop, random } = this.#wiring;
    this.#atProvider('disputes', () => {
      const id = shop().sandbox.dashboard.dispute(intentId);
      const outcome = random() < 0.5 ? 'won' : 'lost';
      this.#plan(10, async () => {
        shop().sandbox.dashboard.decideDispute(id, outcome);
        this.#count(`disputes ${outcome}`);
      });
    });
  }

  /** What the provider refuses, for a payment that did not come to an end or is disputed, does not happen. */
  #atProvider(what: string, act: () => void): void {
    try {
      act();
      this.#count(what);
    } catch (reason) {
      if (!(reason instanceof StripeFailure)) throw reason;
    }
  }

  async #delete(placed: Placed): Promise<void> {
    if (this.#isForgotten(placed)) return;
    const { buyer, bookingId } = placed;
    const asking = { caller: buyer, params: { id: bookingId }, key: `delete ${bookingId}` };
    try {
      const answer = await untilAnswered(() => this.#wiring.shop().call('DELETE /booking/{id}', asking));
      this.#count(answer ? 'deleted' : 'deletions not answered');
    } catch (reason) {
      if (!isRefusal(reason)) throw reason;
      this.#count('deletions refused');
    }
  }

  /** Whoever has no account any more does nothing in the shop: nobody would let them in. */
  #isForgotten({ buyer }: Placed): boolean {
    return this.#wiring.people.forgotten.has(buyer.email);
  }

  /** Within so many hours. */
  #plan(hours: number, what: () => Promise<void>): void {
    const { agenda, now, random } = this.#wiring;
    agenda.add(new Date(now().getTime() + random() * hours * hour), what);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

const isRefusal = (reason: unknown) => reason instanceof Refusal;
