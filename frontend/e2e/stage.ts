import { setTimeout } from 'node:timers/promises';
import type { HistoryEntry } from '../../modules/audit/contract.ts';
import type { Booking } from '../../modules/booking/contract.ts';
import { type Account, admin, newcomer } from './account.ts';
import type { State } from './bringing.ts';
import { order, paidOrder, toolNamed } from './buying/orders.ts';
import { everyScreen, type Screen } from './looks/screens-of-the-shop.ts';
import { everyState } from './looks/states-of-the-shop.ts';

/** Somebody with an order of each kind, an admin, every screen there is to see, and what some of them show in passing. */
export type Stage = {
  readonly buyer: Account;
  readonly chief: Account;
  readonly screens: readonly Screen[];
  readonly states: readonly State[];
};

export async function setStage(origin: string): Promise<Stage> {
  const [buyer, chief] = await Promise.all([newcomer(origin, 'Demo Visitor'), admin(origin)]);
  const refundedId = await refunded(chief, await paidOrder(buyer, 'Utility Knife'));
  await refunded(chief, await paidOrder(buyer, 'Cordless Drill 18 V'), 29);
  const shippedId = await shipped(chief, await paidOrder(buyer, 'Hand Saw 22 in'));
  const { id: unpaidId } = await order(buyer, 'Angle Grinder 125 mm');
  const { id: bookingId } = await order(buyer, 'Claw Hammer 16 oz', 2);
  const { _id: toolId, MinimumOrder } = await toolNamed(buyer, 'Claw Hammer 16 oz');
  const { _id: soldOutId } = await toolNamed(buyer, 'Ball Bearing 6204-2RS');
  await buyer.api.put('/cart', { lines: [{ toolId, quantity: MinimumOrder }] });
  const { body: happened } = await chief.api.get<HistoryEntry[]>(`/history?entity=booking:${bookingId}&limit=1`);
  const position = happened[0]?.position ?? '';
  const ids = { toolId, soldOutId, bookingId, unpaidId, refundedId, shippedId, position, buyerEmail: buyer.user.email };
  return { buyer, chief, screens: everyScreen(ids), states: everyState(ids) };
}

/** Gives money of an order back as soon as it is there, all of it unless told, and waits until that shows. */
async function refunded(chief: Account, bookingId: string, amount?: number): Promise<string> {
  await once(chief, bookingId, ({ paid }) => paid);
  await chief.api.post(`/booking/${bookingId}/refund`, { ...(amount && { amount }), reason: 'The box was torn.' });
  await once(chief, bookingId, ({ refunded }) => refunded > 0);
  return bookingId;
}

/** Sends an order on its way as soon as it is paid. */
async function shipped(chief: Account, bookingId: string): Promise<string> {
  await once(chief, bookingId, ({ paid }) => paid);
  await chief.api.post(`/booking/${bookingId}/ship`, { carrier: 'Padma Freight', trackingNumber: 'PF-2207-4471' });
  await once(chief, bookingId, ({ fulfilment }) => fulfilment === 'shipped');
  return bookingId;
}

async function once({ api }: Account, bookingId: string, isSo: (booking: Booking) => boolean): Promise<void> {
  while (!isSo((await api.get<Booking>(`/booking/${bookingId}`)).body)) await setTimeout(50);
}

/** Who looks at a screen; undefined for somebody signed out. */
export function viewerOf({ seenBy }: Pick<Screen, 'seenBy'>, { buyer, chief }: Stage): Account | undefined {
  return { visitor: undefined, shopper: buyer, admin: chief }[seenBy];
}
