import { projection } from '../../kernel/projection.ts';
import type { AccountEvent } from '../events.ts';

/** What people are shown of their own account: by uid, wherever the account is. Nothing personal. */
export type AccountDocument = { readonly hasPassword: boolean; readonly isProved: boolean };

const uidOf = ({ data }: { data: { uid: string } }) => data.uid;

export const accounts = projection<AccountDocument, AccountEvent>({
  name: 'accounts',
  version: 1,
  indexes: {},
  on: {
    AccountOpened: { id: uidOf, evolve: () => ({ hasPassword: true, isProved: false }) },
    AccountOpenedThrough: {
      id: uidOf,
      evolve: (_, { data }) => ({ hasPassword: false, isProved: data.isProved }),
    },
    AccountMovedIn: {
      id: uidOf,
      evolve: (_, { data }) => ({ hasPassword: data.passwordHash !== undefined, isProved: data.isProved }),
    },
    PasswordChanged: { id: uidOf, evolve: (account) => account && { ...account, hasPassword: true } },
    AddressProved: { id: uidOf, evolve: (account) => account && { ...account, isProved: true } },
    AccountTakenOver: { id: uidOf, evolve: () => ({ hasPassword: false, isProved: true }) },
    PersonForgotten: { id: uidOf, evolve: () => undefined },
  },
});
