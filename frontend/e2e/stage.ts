import { setTimeout } from 'node:timers/promises';
import type { HistoryEntry } from '../../modules/audit/contract.ts';
import type { Booking } from '../../modules/booking/contract.ts';
import { type Account, admin, newcomer } from './account.ts';
import { order, paidOrder, toolNamed } from './orders.ts';
import { everyScreen, type Screen } from './screens-of-the-shop.ts';

/** Somebody with an order of each kind, an admin, and every screen there is to see. */
export type Stage = { readonly buyer: Account; readonly chief: Account; readonly screens: readonly Screen[] };

export async function setStage(origin: string): Promise<Stage> {
  const [buyer, chief] = await Promise.all([newcomer(origin, 'Demo Visitor'), admin(origin)]);
  await refundedInPart(chief, await paidOrder(buyer, 'Cordless Drill 18 V'));
  const { id: bookingId } = await order(buyer, 'Claw Hammer 16 oz', 2);
  const { _id: toolId } = await toolNamed(buyer, 'Claw Hammer 16 oz');
  const { _id: soldOutId } = await toolNamed(buyer, 'Ball Bearing 6204-2RS');
  const { body: happened } = await chief.api.get<HistoryEntry[]>(`/history?entity=booking:${bookingId}&limit=1`);
  const position = happened[0]?.position ?? '';
  return { buyer, chief, screens: everyScreen({ toolId, soldOutId, bookingId, position }) };
}

/** Gives some of the money of an order back as soon as it is there, and waits until that shows. */
async function refundedInPart({ api }: Account, bookingId: string): Promise<void> {
  const until = async (isSo: (booking: Booking) => boolean) => {
    while (!isSo((await api.get<Booking>(`/booking/${bookingId}`)).body)) await setTimeout(50);
  };
  await until(({ paid }) => paid);
  await api.post(`/booking/${bookingId}/refund`, { amount: 29, reason: 'The box was torn.' });
  await until(({ refunded }) => refunded > 0);
}

/** Who looks at a screen; undefined for somebody signed out. */
export function viewerOf({ seenBy }: Screen, { buyer, chief }: Stage): Account | undefined {
  return { visitor: undefined, shopper: buyer, admin: chief }[seenBy];
}
