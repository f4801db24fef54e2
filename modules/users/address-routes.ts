import type { View } from '../kernel/documents/view.ts';
import { type Route, route } from '../kernel/route.ts';
import { type Address, address, myAddress } from './addresses/contract.ts';
import { updated } from './contract.ts';
import type { Directory } from './directory.ts';
import type { UserUseCases } from './use-cases.ts';

/** Where the caller has things sent. Nobody sees it but they: an order has an address of its own, as it was then. */
export function addressRoutes({
  addresses,
  directory,
  useCases,
}: {
  addresses: View<Address>;
  directory: Directory;
  useCases: UserUseCases;
}): Route[] {
  return [
    route({
      method: 'get',
      path: '/me/address',
      access: 'user',
      summary: 'Where the caller has things sent: what they saved, and what their profile says',
      answers: { 200: { description: 'Each is left out where it is not known', schema: myAddress } },
      handle: async ({ caller: { uid } }) => {
        const [saved, { found }] = await Promise.all([addresses.get(uid), directory.find(uid)]);
        const { location, phone } = found ?? {};
        const profile = location !== undefined && phone !== undefined ? { location, phone } : undefined;
        return { status: 200, body: { ...(saved && { address: saved }), ...(profile && { profile }) } };
      },
    }),
    route({
      method: 'put',
      path: '/me/address',
      access: 'user',
      summary: 'Saves where the caller has things sent, in place of what was saved',
      body: address,
      answers: {
        200: { description: 'modifiedCount is 0 when nothing was new', schema: updated },
        429: { description: 'One has said as much of oneself as one may in a day' },
      },
      handle: async ({ caller: { uid }, body, command }) => {
        const { changed, position } = await useCases.saveAddress({ uid, ...body }, command);
        return { status: 200, body: { acknowledged: true, modifiedCount: changed }, position };
      },
    }),
    route({
      method: 'delete',
      path: '/me/address',
      access: 'user',
      summary: 'Keeps no address of the caller any more; orders keep theirs',
      answers: { 200: { description: 'modifiedCount is 0 when none was saved', schema: updated } },
      handle: async ({ caller: { uid }, command }) => {
        const { changed, position } = await useCases.removeAddress({ uid }, command);
        return { status: 200, body: { acknowledged: true, modifiedCount: changed }, position };
      },
    }),
  ];
}
