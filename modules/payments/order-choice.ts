import type { Aggregate } from '../kernel/aggregate.ts';
import type { OrderToPayChosen } from './events.ts';

/** Which order a call pays that named none. */
export type OrderChoice = { readonly bookingId: string | undefined };

/** One for each call that names no order and may come again, under the id of its command. */
export const orderChoice: Aggregate<OrderChoice, OrderToPayChosen> = {
  name: 'order-choice',
  initial: { bookingId: undefined },
  evolve: (state, { data }) => (state.bookingId === undefined ? { bookingId: data.bookingId } : state),
};

export type ChooseOrder = { type: 'ChooseOrder'; bookingId: string; uid: string };

/** Chooses once. */
export function chooseOrder({ bookingId, uid }: ChooseOrder, state: OrderChoice): OrderToPayChosen[] {
  return state.bookingId === undefined ? [{ type: 'OrderToPayChosen', data: { bookingId, uid } }] : [];
}
