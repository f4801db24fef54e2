import { projection } from '../../kernel/projection.ts';
import { accountIdIn } from '../accounts/account.ts';
import type { EmailChanged, PersonForgotten } from '../contract.ts';
import type { AccountOpenedThrough, AccountTakenOver, AddressProved } from '../events.ts';

/** An account that the demo's own issuer opened, and that nobody has proved to be theirs since. */
export type DemoAccount = { readonly uid: string; readonly accountId: string };

const uidOf = ({ data: { uid } }: { data: { uid: string } }) => uid;
const over = { id: uidOf, evolve: () => undefined };

/** The accounts that are closed once a real issuer is set. */
export const demoAccounts = projection<
  DemoAccount,
  AccountOpenedThrough | AccountTakenOver | AddressProved | EmailChanged | PersonForgotten
>({
  name: 'demo-accounts',
  version: 1,
  indexes: { all: () => '' },
  on: {
    AccountOpenedThrough: {
      id: uidOf,
      evolve: (_, { data: { uid, isProved }, stream }) =>
        isProved ? undefined : { uid, accountId: accountIdIn(stream) },
    },
    AccountTakenOver: over,
    AddressProved: over,
    EmailChanged: over,
    PersonForgotten: over,
  },
});
