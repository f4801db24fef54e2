import { projection } from '../../kernel/projection.ts';
import type { AccountEvent } from '../events.ts';

/** What people are shown of their own account: by uid, wherever the account is. Nothing personal. */
export type AccountDocument = {
  readonly hasPassword: boolean;
  readonly isProved: boolean;
  /** When each login was linked (ISO 8601, UTC), by its id. */
  readonly linkedAt: { readonly [login: string]: string };
};

const uidOf = ({ data }: { data: { uid: string } }) => data.uid;

export const accounts = projection<AccountDocument, AccountEvent>({
  name: 'accounts',
  version: 2,
  indexes: {},
  on: {
    AccountOpened: { id: uidOf, evolve: () => ({ hasPassword: true, isProved: false, linkedAt: {} }) },
    AccountOpenedThrough: {
      id: uidOf,
      evolve: (_, { data, meta }) => ({
        hasPassword: false,
        isProved: data.isProved,
        linkedAt: { [data.login]: meta.time },
      }),
    },
    AccountMovedIn: {
      id: uidOf,
      evolve: (account, { data }) => ({
        hasPassword: data.passwordHash !== undefined,
        isProved: data.isProved,
        linkedAt: account?.linkedAt ?? {},
      }),
    },
    LoginLinked: {
      id: uidOf,
      evolve: (account, { data, meta }) =>
        account && { ...account, linkedAt: { ...account.linkedAt, [data.login]: meta.time } },
    },
    LoginUnlinked: {
      id: uidOf,
      evolve: (account, { data }) => {
        if (!account) return undefined;
        const { [data.login]: _, ...linkedAt } = account.linkedAt;
        return { ...account, linkedAt };
      },
    },
    PasswordChanged: { id: uidOf, evolve: (account) => account && { ...account, hasPassword: true } },
    AddressProved: { id: uidOf, evolve: (account) => account && { ...account, isProved: true } },
    AccountTakenOver: {
      id: uidOf,
      evolve: (_, { data, meta }) => ({
        hasPassword: false,
        isProved: true,
        linkedAt: 'login' in data ? { [data.login]: meta.time } : {},
      }),
    },
    PersonForgotten: { id: uidOf, evolve: () => undefined },
  },
});
