import type { Aggregate } from '../kernel/aggregate.ts';
import type { AccountEvent } from './events.ts';

/** An email's account. Its stream is named after the email, so there is one account an email. */
export type Account =
  | { status: 'none' }
  | { status: 'open'; uid: string; email: string; name: string; passwordHash: string };

const initial: Account = { status: 'none' };

function evolve(state: Account, event: AccountEvent): Account {
  switch (event.type) {
    case 'AccountOpened':
      return { status: 'open', ...event.data };
    case 'AccountClosed':
      return initial;
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const account: Aggregate<Account, AccountEvent> = { name: 'account', initial, evolve };
