import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { cart } from '../cart.ts';
import { replaceCart } from '../commands/replace-cart.ts';
import type { CartLine } from '../contract.ts';
import { takeOrderedOut } from './take-ordered.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const order = { bookingId: 'b1', toolId: 't1', toolName: 'Claw Hammer', quantity: 1 };
const [drill, hammer] = [
  { toolId: 't2', quantity: 1 },
  { toolId: 't1', quantity: 2 },
];

/** A cart, and the event by which a tool of it, or none of it, was ordered. */
function opened() {
  const commands = new InMemoryCommands();
  const data = { checkoutId: 'c1', uid: 'u1', orders: [{ ...order, price: { amount: 1999, currency: 'usd' } }] };
  const placed = stored({ type: 'CheckoutPlaced', data });
  return {
    commands,
    react: () => takeOrderedOut(commands).react(placed),
    put: (key: string, ...lines: readonly CartLine[]) =>
      commands.execute(cart, 'u1', contextOf(key), { type: 'ReplaceCart', uid: 'u1', lines, now }, replaceCart),
    lines: async () => (await commands.load(cart, 'u1')).lines,
  };
}

it('what was ordered leaves the cart, whatever number of it is there, and the rest stays', async () => {
  const { react, put, lines } = opened();
  await put('both', drill, hammer);
  await react();
  expect(await lines()).toEqual([drill]);
});

it.each([
  ['when it was in the cart', [hammer]],
  ['when it was not', []],
])('what is put in after that stays, however often the shop reacts to the order: %s', async (_, before) => {
  const { react, put, lines } = opened();
  await put('before', ...before);
  await react();
  await put('again', hammer);
  // A node that was paused, or started again from where it had recorded last.
  await react();
  expect(await lines()).toEqual([hammer]);
});
