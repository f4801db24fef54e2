import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { booking } from '../booking.ts';
import type { BookingEvent } from '../events.ts';
import { bookingPaid, toolBooked } from '../testing/examples.ts';
import { noPayments } from '../testing/no-payments.ts';
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

/** An order that comes after its buyer was forgotten, by when the reactor looks at it. */
async function late(...events: readonly BookingEvent[]) {
  const commands = new InMemoryCommands();
  await commands.execute(booking, 'b1', contextOf('given'), { type: 'Given' }, () => [...events]);
  const forgotten = { isForgotten: async () => true, isSeenHere: () => false };
  const position = await forgetLateOrders({ commands, payments: noPayments, people: forgotten }).react(
    stored(toolBooked()),
  );
  return { commands, position, followed: commands.log.slice(events.length).map(({ type }) => type) };
}

it('says of one that comes late that its buyer is forgotten, and takes it back', async () => {
  const { commands, position, followed } = await late(toolBooked());
  expect(followed).toEqual(['BookingPersonForgotten', 'BookingDeleted']);
  expect(position).toBe(commands.log.at(-1)?.position);
});

it('says so also of one that is paid by then, which stays', async () => {
  const { commands, position, followed } = await late(toolBooked(), bookingPaid());
  expect(followed).toEqual(['BookingPersonForgotten']);
  expect(position).toBe(commands.log.at(-1)?.position);
});
