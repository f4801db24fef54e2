import { randomUUID } from 'node:crypto';
import type { ToolBooked } from '../../../modules/booking/events.ts';
import { type Actor, type DomainEvent, type EventMeta, system } from '../../../modules/kernel/event.ts';
import type { PaymentEvent } from '../../../modules/payments/events.ts';

/** An event as a command of the shop's would have made it, and where it stands. */
export type MadeEvent = DomainEvent & { readonly stream: string; readonly id: string; readonly meta: EventMeta };

/** Who buys, and what. */
export type Buyer = { readonly uid: string; readonly email: string; readonly name: string };
export type Shelf = { readonly toolId: string; readonly name: string };

const price = { amount: 1999, currency: 'usd' };

/** What a new event says beside its data. `now` is milliseconds since the Unix epoch. */
function made(event: DomainEvent, stream: string, command: string, actor: Actor, now: number): MadeEvent {
  const [commandId, correlationId] = [randomUUID(), randomUUID()];
  const fingerprint = (commandId + correlationId).replaceAll('-', '');
  // The event clock of the shop counts microseconds, all of which are 0 where nothing else happens in the millisecond.
  const time = `${new Date(now).toISOString().slice(0, -1)}000Z`;
  const meta = { schema: 1, time, actor, command, commandId, fingerprint, correlationId };
  return { ...event, stream, id: randomUUID(), meta };
}

/** A tool comes on the shelf. */
export function toolAdded({ toolId, name }: Shelf, available: number, now: number): MadeEvent {
  const details = { name, image: '/pictures/tools/claw-hammer.svg', description: 'Hits nails, and pulls them.' };
  const numbers = { minimumOrder: 1, available, buyGear: 3, perPrice: price, totalPrice: price, ratings: 4.5 };
  const data = { toolId, ...details, ...numbers };
  return made({ type: 'ToolAdded', data }, `tool-${toolId}`, 'AddTool', system, now);
}

/** Somebody signs up, and is registered. */
export function signedUp(
  { uid, email, name }: Buyer,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
  now: number,
): MadeEvent[] {
  const nobody: Actor = { uid: 'anonymous', role: 'anonymous' };
  const opened = { type: 'AccountOpened', data: { uid, email, name, passwordHash } };
  const registered = { type: 'UserRegistered', data: { uid, email, name } };
  return [
    made(opened, `account-${accountId}`, 'OpenAccount', nobody, now),
    made(registered, `user-${uid}`, 'RegisterUser', { uid, role: 'user' }, now),
  ];
}

/** An order is placed. */
export function placed(bookingId: string, buyer: Buyer, { toolId, name: toolName }: Shelf, now: number): MadeEvent[] {
  const { uid, email: personEmail, name: buyerName } = buyer;
  const actor: Actor = { uid, role: 'user' };
  const person = { personEmail, buyerName, location: `${buyerName}, 1 Test Street`, phone: '+1 555 0100' };
  const data: ToolBooked['data'] = { bookingId, toolId, toolName, uid, quantity: 1, price, ...person };
  const reserved = { type: 'StockReserved', data: { toolId, bookingId, quantity: 1, unitPrice: price } };
  return [
    made(reserved, `tool-${toolId}`, 'ReserveStock', actor, now),
    made({ type: 'ToolBooked', data }, `booking-${bookingId}`, 'BookTool', actor, now),
  ];
}

/** An order is paid by card, and its piece is sold. */
export function paid(bookingId: string, { uid }: Buyer, { toolId }: Shelf, now: number): MadeEvent[] {
  const paymentId = randomUUID();
  const intentId = `pi_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const actor: Actor = { uid, role: 'user' };
  const orders = [{ bookingId, uid, amount: price }];
  const at = new Date(now).toISOString();
  const ofPayment = (event: PaymentEvent, command: string, by: Actor = actor) =>
    made(event, `payment-${paymentId}`, command, by, now);
  const ofBooking = (type: string, command: string, by: Actor, also: object) =>
    made({ type, data: { bookingId, uid, ...also } }, `booking-${bookingId}`, command, by, now);
  const linked = { type: 'IntentLinked', data: { intentId, paymentId } };
  const succeeded = { paymentId, intentId, amount: price, expected: price, orders, receivedAt: at };
  const sold = { type: 'StockSold', data: { toolId, bookingId, quantity: 1 } };
  return [
    ofPayment({ type: 'PaymentOpened', data: { paymentId, amount: price, orders } }, 'OpenPayment'),
    ofBooking('BookingPaymentOpened', 'OpenPayment', actor, { paymentId, amount: price }),
    ofPayment({ type: 'IntentAttempted', data: { paymentId, attempt: 1, at } }, 'AttemptIntent'),
    made(linked, `intent-${intentId}`, 'LinkIntent', actor, now),
    ofPayment({ type: 'IntentCreated', data: { paymentId, intentId, attempt: 1, amount: price } }, 'RecordIntent'),
    ofPayment({ type: 'PaymentSucceeded', data: succeeded }, 'RecordSuccess', system),
    ofBooking('BookingPaid', 'PayBooking', system, { toolId, paymentId, amount: price }),
    made(sold, `tool-${toolId}`, 'SellStock', system, now),
  ];
}
