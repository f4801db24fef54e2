import { projection } from '../../kernel/projection.ts';
import type { User } from '../contract.ts';
import type { UserEvent } from '../events.ts';

/** Everybody the shop knows, as the list of users shows them: found by uid or email, listed by email. */
export const users = projection<User, UserEvent>({
  name: 'users',
  version: 1,
  indexes: {
    email: ({ email }) => email,
    all: ({ email }) => ({ key: '', sort: email }),
  },
  on: {
    UserRegistered: {
      id: ({ data }) => data.uid,
      evolve: (_, { data: { uid, name, email } }) => ({ _id: uid, name, email: email.toLowerCase() }),
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
    UserErased: { id: ({ data }) => data.uid, evolve: () => undefined },
  },
});
