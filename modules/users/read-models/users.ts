import type { PersonForgotten } from '../../identity/contract.ts';
import { inSmallLetters } from '../../kernel/encoding/small-letters.ts';
import { projection } from '../../kernel/projection.ts';
import type { User } from '../contract.ts';
import type { UserEvent } from '../events.ts';

/**
 * A user, when they came, and since when they have their email: of two with the same it is the later one's, whose the account is.
 * Times are ISO 8601, UTC.
 */
export type UserDocument = User & { readonly since: string; readonly cameAt: string };

/** A name as it is looked for, whatever its case. */
export const nameOf = ({ name }: User) => inSmallLetters(name.trim());

/** The last word of a name that has several. */
export const lastNameOf = (user: User) => /\s(\S+)$/.exec(nameOf(user))?.[1];

/** What is left of a text, without its last word, and that. */
export function lastWordOf(text: string): { readonly before: string; readonly last: string } {
  let at = text.length;
  // Not by /\S*$/, which begins anew at each character.
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return { before: text.slice(0, at), last: text.slice(at) };
}

/**
 * Whether somebody's last name begins like that, in small letters: the last word of their name, or that and some before it, since García Márquez
 * and de Vries are last names as well.
 */
export function hasLastName(user: User, begins: string): boolean {
  const lastName = lastNameOf(user);
  const { before, last } = lastWordOf(begins);
  if (!lastName?.startsWith(last)) return false;
  return before === '' || nameOf(user).slice(0, -lastName.length).endsWith(` ${before}`);
}

/** Everybody the shop knows, as the list of users shows them: found by uid or email, listed by email. */
export const users = projection<UserDocument, UserEvent | PersonForgotten>({
  name: 'users',
  version: 7,
  internal: ['since', 'cameAt'],
  everyIn: 'all',
  indexes: {
    email: ({ email, since }) => ({ key: email, sort: since }),
    admin: ({ role, email }) => (role === 'admin' ? { key: '', sort: email } : undefined),
    all: ({ email }) => ({ key: '', sort: email }),
    name: (user) => ({ key: '', sort: nameOf(user) }),
    lastName: (user) => {
      const sort = lastNameOf(user);
      return sort === undefined ? undefined : { key: '', sort };
    },
  },
  on: {
    UserRegistered: {
      id: ({ data }) => data.uid,
      evolve: (_, { data: { uid, name, email }, meta }) => ({
        _id: uid,
        name,
        email: email.toLowerCase(),
        since: meta.time,
        cameAt: meta.time,
      }),
    },
    UserEmailChanged: {
      id: ({ data }) => data.uid,
      evolve: (user, { data: { email }, meta }) => user && { ...user, email: email.toLowerCase(), since: meta.time },
    },
    ProfileUpdated: {
      id: ({ data }) => data.uid,
      evolve: (user, { data: { education, location, phone, social } }) =>
        user && { ...user, education, location, phone, social },
    },
    UserPromoted: {
      id: ({ data }) => data.uid,
      evolve: (user) => user && { ...user, role: 'admin' },
    },
    UserDemoted: {
      id: ({ data }) => data.uid,
      evolve: (user) => {
        if (!user) return undefined;
        const { role: _, ...others } = user;
        return others;
      },
    },
    PersonForgotten: { id: ({ data }) => data.uid, evolve: () => undefined },
    UserErased: { id: ({ data }) => data.uid, evolve: () => undefined },
  },
});
