import { expect, it } from 'vitest';
import { stored } from '../../../backend/testing/stored.ts';
import { forgetLateOrders } from './forget-late-orders.ts';

const people = (seen: readonly string[]) => ({
  isForgotten: async () => false,
  isSeenHere: (uid: string) => seen.includes(uid),
});

it('looks no further into an order whose buyer is seen to be here, and into every other', () => {
  const wiring = { commands: {} as never, payments: {} as never, people: people(['mina']) };
  const { isNothing } = forgetLateOrders(wiring);
  const booked = (uid: string) => stored({ type: 'ToolBooked', data: { bookingId: 'b1', uid, personEmail: '' } });
  expect(isNothing?.(booked('mina'))).toBe(true);
  expect(isNothing?.(booked('gone'))).toBe(false);
});
