import type { Page, ReadModels } from '../kernel/read-models.ts';
import type { Caller } from '../kernel/route.ts';
import { type View, viewOf } from '../kernel/view.ts';
import type { PageQuery } from '../kernel/wire.ts';
import type { User } from './contract.ts';
import { users } from './read-models/users.ts';

/** Looks people up. */
export type Directory = {
  /** Who this is now, with the role they have now; undefined for whom the shop does not know. */
  callerOf: (uid: string) => Promise<Caller | undefined>;
  findByEmail: (email: string) => Promise<User | undefined>;
  /** Users by email, as JSON texts. */
  page: (which: PageQuery & { readonly signal: AbortSignal }) => Promise<Page>;
};

export function directoryOf(readModels: ReadModels): Directory {
  const view: View<User> = viewOf(readModels, users);
  return {
    async callerOf(uid) {
      const user = await view.get(uid);
      return user && { uid, email: user.email, name: user.name, role: user.role ?? 'user' };
    },
    async findByEmail(email) {
      const key = email.trim().toLowerCase();
      const { documents } = await view.list({ index: 'email', key, order: 'ascending', limit: 1 });
      return documents[0];
    },
    page: (which) => view.texts({ index: 'all', key: '', order: 'ascending', ...which }),
  };
}
