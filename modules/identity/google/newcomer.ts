import { longestName } from '../../kernel/wire/longest.ts';
import { emailAddress, text } from '../../kernel/wire/wire.ts';
import type { LoginOf } from '../accounts/login.ts';
import type { Vouched } from './issuer.ts';

const personName = text(longestName);

/** Somebody whom an issuer vouches for, with what an account needs. */
export type NewcomerThrough = {
  readonly login: LoginOf;
  readonly email: string;
  readonly name: string;
  /** Whether the issuer has seen that the address is theirs. */
  readonly isProved: boolean;
};

/** Undefined for whoever brings no address that an account can have. Whoever has no name there is called by their address. */
export function newcomerThrough(
  { email, isEmailVerified, name }: Vouched,
  login: LoginOf,
): NewcomerThrough | undefined {
  const address = emailAddress.safeParse(email);
  if (!address.success) return undefined;
  const called = personName.safeParse(name?.slice(0, longestName));
  const [local = address.data] = address.data.split('@');
  return { login, email: address.data, name: called.success ? called.data : local, isProved: isEmailVerified };
}
