import type { Aggregate } from '../kernel/aggregate.ts';
import type { AccountEvent } from './events.ts';

/** Whose an account is, and how they prove it. */
export type Holder = {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
};

/**
 * An email's account. Its stream is named after the email, so there is one account an email; it moves when the secret is
 * replaced that the name is made with. What has moved keeps what it was until it has arrived.
 */
export type Account = {
  /** How often an account has left this place: it comes back when the secret of before is used again. */
  readonly departures: number;
} & (
  | { readonly status: 'none' }
  | ({ readonly status: 'open' } & Holder)
  | ({ readonly status: 'moved'; readonly to: string } & Holder)
);

const initial: Account = { status: 'none', departures: 0 };

function evolve(state: Account, event: AccountEvent): Account {
  switch (event.type) {
    case 'AccountOpened':
      return { status: 'open', departures: state.departures, ...event.data };
    case 'AccountMovedIn': {
      const { from: _, ...holder } = event.data;
      return { status: 'open', departures: state.departures, ...holder };
    }
    case 'AccountMovedOut':
      if (state.status !== 'open') return state;
      return { ...state, status: 'moved', to: event.data.to, departures: state.departures + 1 };
    case 'PersonForgotten':
      return { status: 'none', departures: state.departures };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const account: Aggregate<Account, AccountEvent> = { name: 'account', initial, evolve };
