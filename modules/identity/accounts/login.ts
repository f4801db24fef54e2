import type { Aggregate } from '../../kernel/aggregate.ts';
import type { LoginClaimed } from '../events.ts';

/**
 * Somebody as an issuer knows them, and the account that is theirs: the stream is named after a keyed hash of issuer and
 * subject. An account that does not list the login is not theirs, or not yet, whatever is said here.
 */
export type Login =
  | { readonly status: 'unknown' }
  | { readonly status: 'claimed'; readonly uid: string; readonly accountId: string; readonly issuer: string };

/** Somebody as an issuer knows them: what the stream is called, and who the issuer is. */
export type LoginOf = { readonly id: string; readonly issuer: string };

function evolve(state: Login, event: LoginClaimed): Login {
  // What a newer release wrote and this one does not know leaves it as it is.
  return event.type === 'LoginClaimed' ? { status: 'claimed', ...event.data } : state;
}

export const login: Aggregate<Login, LoginClaimed> = { name: 'login', initial: { status: 'unknown' }, evolve };
