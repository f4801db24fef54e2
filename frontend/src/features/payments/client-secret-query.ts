import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { clientSecret } from '../../../../modules/payments/contract.ts';
import { change } from '../../lib/api/api.ts';
import { keptKeys, underKeyOf } from '../../lib/idempotency/intent-keys.ts';

/** An order that is to be paid, or several together, with what all of it costs. */
export type Payable = Pick<Booking, '_id' | 'price' | 'paid'> & { readonly bookingIds?: readonly string[] };

/**
 * What a payment of this order is confirmed with. Asking again gives the same one, so it is asked for as a query; and each visit of the
 * page asks, since the payment of an earlier one is called off once something else is begun for one of its orders.
 */
export function clientSecretQuery(email: string, { _id, price, paid, bookingIds }: Payable) {
  return queryOptions({
    queryKey: ['private', email, 'client-secret', _id, price],
    queryFn: async () => {
      const body = bookingIds ? { price, bookingIds } : { price, bookingId: _id };
      const answer = await underKeyOf({ keys: keptKeys, name: 'pay', wish: body }, (key) =>
        change<unknown>('/create-payment-intent', { method: 'POST', body, key }),
      );
      const { data, success } = clientSecret.safeParse(answer);
      if (!success) throw new Error('The shop could not begin the payment. Please try again in a moment.');
      return data.clientSecret;
    },
    enabled: !paid && price > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
