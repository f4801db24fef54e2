import { CannotBeHad, type Reservation, type Stock, type WantedPieces } from '../../catalog/stock/contract.ts';
import type { CommandContext, Commands, Outcome, Step } from '../../kernel/commands.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { times } from '../../kernel/values/money.ts';

const unitPrice = { amount: 1999, currency: 'usd' };

/** A stock for specs of booking: so many pieces of each tool, and who has some of them. */
export class StockDouble implements Stock {
  /** How many pieces are set aside, by tool and order. */
  readonly reserved = new Map<string, number>();
  /** Every giving back that was asked for. */
  readonly released: string[] = [];
  /** Every sale that was told. */
  readonly sold: string[] = [];
  /** How many pieces came back, by refund. */
  readonly returned = new Map<string, number>();
  readonly #pieces: number;
  readonly #commands: Commands | undefined;
  readonly #afterReserving: (bookingId: string) => Promise<void>;

  /**
   * @param options.commands what carries out the orders; whoever only gives back or sells needs none
   * @param options.afterReserving what happens between the setting aside and the order
   */
  constructor(
    pieces = 10,
    options: { commands?: Commands; afterReserving?: (bookingId: string) => Promise<void> } = {},
  ) {
    this.#pieces = pieces;
    this.#commands = options.commands;
    this.#afterReserving = options.afterReserving ?? (async () => undefined);
  }

  async reserve<Order, E extends DomainEvent>(
    wanted: Parameters<Stock['reserve']>[0],
    context: CommandContext,
    order: (reserved: Reservation) => Step<Order, E>,
  ): Promise<Outcome<Order, E>> {
    if (!this.#commands) throw new Error('Orders are made by commands, and this stock has none.');
    const { aggregate, id, command, decide } = order(this.#setAside(wanted));
    await this.#afterReserving(wanted.bookingId);
    return this.#commands.execute(aggregate, id, context, command, (_, state) => decide(state));
  }

  #setAside({ toolId, bookingId, quantity = 1 }: Parameters<Stock['reserve']>[0]): Reservation {
    const key = `${toolId} ${bookingId}`;
    if (!this.reserved.has(key)) {
      const taken = [...this.reserved].filter(([other]) => other.startsWith(`${toolId} `));
      const left = this.#pieces - taken.reduce((sum, [, pieces]) => sum + pieces, 0);
      if (quantity > left) throw new Conflict(`Only ${left} left`);
      this.reserved.set(key, quantity);
    }
    const price = times(unitPrice, quantity);
    return { toolId, bookingId, quantity, toolName: `Tool ${toolId}`, price, isLarge: quantity > this.#pieces / 2 };
  }

  async whyNot(wanted: WantedPieces): Promise<CannotBeHad | undefined> {
    const { toolId, bookingId } = wanted;
    const isTheirs = this.reserved.has(`${toolId} ${bookingId}`);
    try {
      await this.setAside(wanted);
      if (!isTheirs) this.reserved.delete(`${toolId} ${bookingId}`);
      return undefined;
    } catch (reason) {
      if (reason instanceof CannotBeHad) return reason;
      throw reason;
    }
  }

  async setAside(wanted: WantedPieces): Promise<Reservation> {
    try {
      return this.#setAside(wanted);
    } catch (reason) {
      throw reason instanceof Conflict ? new CannotBeHad(reason.message) : reason;
    }
  }

  async release({ toolId, bookingId }: Parameters<Stock['release']>[0]): Promise<bigint | undefined> {
    const key = `${toolId} ${bookingId}`;
    this.released.push(key);
    return this.reserved.delete(key) ? 7n : undefined;
  }

  /** What is sold stays taken, and can no longer be given back. */
  async sell({ toolId, bookingId }: Parameters<Stock['sell']>[0]): Promise<bigint | undefined> {
    const key = `${toolId} ${bookingId}`;
    this.sold.push(key);
    const pieces = this.reserved.get(key);
    if (!this.reserved.delete(key)) return undefined;
    this.reserved.set(`${key} sold`, pieces ?? 0);
    return 7n;
  }

  async restock({ refundId, quantity }: Parameters<Stock['restock']>[0]): Promise<bigint | undefined> {
    this.returned.set(refundId, quantity);
    return 7n;
  }
}
