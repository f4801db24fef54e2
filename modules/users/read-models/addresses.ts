import type { PersonForgotten } from '../../identity/contract.ts';
import { projection } from '../../kernel/projection.ts';
import type { Address } from '../addresses/contract.ts';
import type { AddressRemoved, AddressSaved, UserErased } from '../events.ts';

/** Where people have things sent, by uid. Beside the users, which every call reads and lists show. */
export const addresses = projection<Address, AddressSaved | AddressRemoved | UserErased | PersonForgotten>({
  name: 'addresses',
  version: 2,
  indexes: {},
  on: {
    AddressSaved: { id: ({ data }) => data.uid, evolve: (_, { data: { uid: _uid, at: _at, ...saved } }) => saved },
    AddressRemoved: { id: ({ data }) => data.uid, evolve: () => undefined },
    PersonForgotten: { id: ({ data }) => data.uid, evolve: () => undefined },
    UserErased: { id: ({ data }) => data.uid, evolve: () => undefined },
  },
});
