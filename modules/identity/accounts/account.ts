import { type Aggregate, streamOf } from '../../kernel/aggregate.ts';
import type { AccountEvent } from '../events.ts';

/** Whose an account is, and how they prove it. */
export type Holder = {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  /** Left out by whoever never set a password. */
  readonly passwordHash?: string;
  /** Whether it was shown that the address is theirs. */
  readonly isProved: boolean;
  /** The sign-ins from elsewhere that are linked to it. */
  readonly logins: readonly string[];
};

/**
 * An email's account. Its stream is named after the email, so there is one account an email; it moves when the secret is
 * replaced that the name is made with, and when its holder gets another email. What has moved keeps what it was until it
 * has arrived.
 */
export type Account = {
  /** How often an account has left this place: it comes back when the secret of before is used again. */
  readonly departures: number;
  /**
   * Counts what makes links useless that were mailed before: departures, and changes of how its holder proves who they are.
   */
  readonly generation: number;
  /** Where they went who were here and left, by uid: their sessions know this place. */
  readonly left: { readonly [uid: string]: string };
  /** The uids of those who were forgotten here: what was asked about them by this email may be asked again. */
  readonly forgotten: readonly string[];
} & (
  | { readonly status: 'none' }
  /** Kept for an account that comes here from elsewhere (a reservation), at that departure of its old place or never. */
  | ({ readonly status: 'held' } & Hold)
  | ({ readonly status: 'open' } & Holder)
  | ({ readonly status: 'moved'; readonly to: string } & Holder)
);

/** For whom an address is kept: `from` is where their account is, and `departure` which one of that place this will be. */
export type Hold = {
  readonly uid: string;
  readonly email: string;
  readonly from: string;
  readonly departure: number;
};

const initial: Account = { status: 'none', departures: 0, generation: 0, left: {}, forgotten: [] };

function evolve(state: Account, event: AccountEvent): Account {
  const { departures, generation, left, forgotten } = state;
  const place = { departures, generation, left, forgotten };
  switch (event.type) {
    case 'AccountOpened':
      return { status: 'open', ...place, ...event.data, isProved: false, logins: [] };
    case 'AccountMovedIn': {
      const { from: _, ...holder } = event.data;
      return { status: 'open', ...place, left: without(left, holder.uid), ...holder };
    }
    case 'AccountMovedOut':
      return state.status === 'open' ? departed(state, event.data.to) : state;
    case 'AddressHeld':
      return state.status === 'open' ? state : { status: 'held', ...place, ...event.data };
    case 'AddressReleased':
      return state.status === 'held' ? { status: 'none', ...place } : state;
    case 'EmailChanged':
      if (state.status !== 'open') return state;
      return departed({ ...state, email: event.data.email, isProved: true }, event.data.to);
    case 'PasswordChanged':
      if (state.status !== 'open') return state;
      return { ...state, passwordHash: event.data.passwordHash, generation: generation + 1 };
    case 'AddressProved':
      return state.status === 'open' ? { ...state, isProved: true } : state;
    case 'AccountOpenedThrough': {
      const { login, ...holder } = event.data;
      return { status: 'open', ...place, ...holder, logins: [login] };
    }
    case 'LoginLinked':
      return state.status === 'open' ? { ...state, logins: [...state.logins, event.data.login] } : state;
    case 'LoginUnlinked':
      if (state.status !== 'open') return state;
      return {
        ...state,
        logins: state.logins.filter((login) => login !== event.data.login),
        generation: generation + 1,
      };
    case 'AccountTakenOver':
      if (state.status !== 'open') return state;
      return {
        ...state,
        passwordHash: undefined,
        isProved: true,
        logins: 'login' in event.data ? [event.data.login] : [],
        generation: generation + 1,
      };
    case 'PersonForgotten': {
      const { uid } = event.data;
      const known = { forgotten: [...forgotten, uid] };
      // Written where nobody could read whose account this is: theirs may be elsewhere by then, and this one somebody else's.
      const isHere = (state.status === 'open' || state.status === 'held') && state.uid === uid;
      if (!isHere) return { ...state, ...known };
      return { status: 'none', ...place, left: without(left, uid), ...known };
    }
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

function departed(state: Account & Holder, to: string): Account {
  const { departures, generation, left, uid } = state;
  const counts = { departures: departures + 1, generation: generation + 1 };
  return { ...state, status: 'moved', to, ...counts, left: { ...left, [uid]: to } };
}

function without(left: Account['left'], uid: string): Account['left'] {
  const { [uid]: _, ...others } = left;
  return others;
}

export const account: Aggregate<Account, AccountEvent> = { name: 'account', initial, evolve };

/** The stream of an account, by its name; and back. */
export const accountStream = (accountId: string) => streamOf(account, accountId);
export const accountIdIn = (stream: string) => stream.slice(accountStream('').length);
