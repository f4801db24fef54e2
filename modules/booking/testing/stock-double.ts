import type { Reservation, Stock } from '../../catalog/contract.ts';
import { Conflict } from '../../kernel/errors.ts';
import { times } from '../../kernel/money.ts';

const unitPrice = { amount: 1999, currency: 'usd' };

/** A stock for specs of booking: so many pieces of each tool, and who has some of them. */
export class StockDouble implements Stock {
  /** How many pieces are set aside, by tool and order. */
  readonly reserved = new Map<string, number>();
  /** Every giving back that was asked for. */
  readonly released: string[] = [];
  readonly #pieces: number;

  constructor(pieces = 10) {
    this.#pieces = pieces;
  }

  async reserve({ toolId, bookingId, quantity = 1 }: Parameters<Stock['reserve']>[0]): Promise<Reservation> {
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

  async release({ toolId, bookingId }: Parameters<Stock['release']>[0]): Promise<bigint | undefined> {
    const key = `${toolId} ${bookingId}`;
    this.released.push(key);
    return this.reserved.delete(key) ? 7n : undefined;
  }
}
