import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { locationOf } from '../../../../modules/users/address-words/contract.ts';
import type { Address, MyAddress } from '../../../../modules/users/addresses/contract.ts';
import { get, withQuery } from '../api/api.ts';

export type KnownDelivery = { readonly location: string; readonly phone: string; readonly address?: Address };

/** Where somebody's next order may go: what they saved for that, else as the last one did, else as their profile says. */
export function knownDeliveryQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'delivery'],
    queryFn: async ({ signal }): Promise<KnownDelivery> => {
      const { address, profile } = await get<MyAddress>('/me/address', { signal });
      if (address) return { location: locationOf(address), phone: address.phone, address };
      const [last] = await get<Booking[]>(withQuery('/booking', { personEmail: email, limit: 1 }), { signal });
      const { location = '', phone = '' } = last ?? profile ?? {};
      return { location, phone };
    },
  });
}
