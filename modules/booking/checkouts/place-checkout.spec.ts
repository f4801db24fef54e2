import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { inSession } from '../../../backend/testing/deciding/in-session.ts';
import type { WantedPieces } from '../../catalog/stock/contract.ts';
import { KeyUsedBefore } from '../../kernel/errors.ts';
import { StockDouble } from '../testing/stock-double.ts';
import { NotWhole } from './not-whole.ts';
import { checkoutIdOf, lineIdOf, placeCheckout } from './place-checkout.ts';

const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina', role: 'user', ...inSession } as const;
const line = (toolId: string, quantity = 1) => ({
  toolId,
  quantity,
  price: { amount: 1999 * quantity, currency: 'usd' },
});
const wanted = (...lines: ReturnType<typeof line>[]) => ({ lines, location: 'Dhaka', phone: '+880 1' });
const context = (what: string) => contextOf('the same key', { payload: what });
const piecesOf = (toolId: string) => `${toolId} ${lineIdOf(checkoutIdOf(context('')), toolId)}`;

it('a checkout and its orders have the ids that its key makes in every release', () => {
  expect(checkoutIdOf(context(''))).toBe('28590287-3a6f-8721-9038-e30fe93d5f01');
  expect(lineIdOf(checkoutIdOf(context('')), 't1')).toBe('5f20f7f9-3ea6-8c53-816f-36d91b07449f');
});

it('a cart has its pieces set aside in the same order as any other cart, however it names its tools', async () => {
  const stock = new StockDouble();
  const cart = wanted(line('t2'), line('t3'), line('t1'));
  await placeCheckout({ commands: new InMemoryCommands(), stock }, mina, cart, context(''));
  expect([...stock.reserved.keys()]).toEqual(['t1', 't2', 't3'].map(piecesOf));
});

/** A stock in which something happens once, right before pieces of a tool are set aside, which were asked after by then. */
class Meanwhile extends StockDouble {
  before: { toolId: string; happens: () => Promise<unknown> } | undefined;
  #asked = 0;
  override async setAside(line: WantedPieces) {
    const { before } = this;
    if (before?.toolId === line.toolId && ++this.#asked === 2) await before.happens();
    return super.setAside(line);
  }
}

describe('two carts under one key, of which one is placed while the other’s pieces are set aside', () => {
  function opened(pieces = 10) {
    const [commands, stock] = [new InMemoryCommands(), new Meanwhile(pieces)];
    const place = (what: string, ...lines: ReturnType<typeof line>[]) =>
      placeCheckout({ commands, stock }, mina, wanted(...lines), context(what));
    return { commands, stock, place };
  }

  it('leave it the pieces that both ask for, and give back only those that are none of its orders', async () => {
    const { commands, stock, place } = opened();
    stock.before = { toolId: 't2', happens: () => place('one', line('t1')) };
    await expect(place('two', line('t1'), line('t2'))).rejects.toThrow(KeyUsedBefore);
    expect(commands.ofType('ToolBooked')).toHaveLength(1);
    expect([...stock.reserved.keys()]).toEqual([piecesOf('t1')]);
    expect(stock.released).toEqual([piecesOf('t2')]);
  });

  it('leave it its pieces also where the other cannot be had', async () => {
    const { commands, stock, place } = opened();
    stock.before = {
      toolId: 't2',
      happens: async () => {
        await place('one', line('t1'));
        stock.reserved.set('t2 of somebody else', 10);
      },
    };
    await expect(place('two', line('t1'), line('t2'))).rejects.toThrow(KeyUsedBefore);
    expect(commands.ofType('ToolBooked')).toHaveLength(1);
    expect(stock.released).toEqual([]);
  });

  it('give back all where neither is placed', async () => {
    const { stock, place } = opened();
    stock.before = { toolId: 't2', happens: async () => stock.reserved.set('t2 of somebody else', 10) };
    await expect(place('two', line('t1'), line('t2'))).rejects.toThrow(NotWhole);
    expect(stock.released).toEqual([piecesOf('t1')]);
  });
});
