import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { change } from '../../lib/api.ts';
import { keptKeys, underKeyOf } from '../../lib/intent-keys.ts';

/** What a payment of this order is confirmed with. Asking again gives the same one, so it is asked for as a query. */
export function clientSecretQuery(email: string, { _id, price, paid }: Booking) {
  return queryOptions({
    queryKey: ['private', email, 'client-secret', _id, price],
    queryFn: async () => {
      const body = { price, bookingId: _id };
      const answer = await underKeyOf({ keys: keptKeys, name: 'pay', wish: body }, (key) =>
        change<{ clientSecret: string }>('/create-payment-intent', { method: 'POST', body, key }),
      );
      return answer.clientSecret;
    },
    enabled: !paid && price > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
