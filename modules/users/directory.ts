import type { Page, ReadModels } from '../kernel/read-models.ts';
import type { Caller } from '../kernel/route.ts';
import { type View, viewOf } from '../kernel/view.ts';
import type { PageQuery } from '../kernel/wire.ts';
import type { People, User } from './contract.ts';
import { type UserDocument, users } from './read-models/users.ts';

/** Looks people up. */
export type Directory = People & {
  /** Who this is now, with the role they have now; undefined for whom the shop does not know. */
  callerOf: (uid: string) => Promise<Caller | undefined>;
  /** What the user says of themselves. */
  find: (uid: string) => Promise<User | undefined>;
  findByEmail: (email: string) => Promise<User | undefined>;
  /** Users by email, as JSON texts. */
  page: (which: PageQuery & { readonly signal: AbortSignal }) => Promise<Page>;
};

export function directoryOf(readModels: ReadModels): Directory {
  const view: View<UserDocument> = viewOf(readModels, users);
  const shown = ({ since: _, ...user }: UserDocument): User => user;
  const findByEmail: Directory['findByEmail'] = async (email) => {
    const key = email.trim().toLowerCase();
    const { documents } = await view.list({ index: 'email', key, order: 'descending', limit: 1 });
    return documents[0] && shown(documents[0]);
  };
  return {
    findByEmail,
    async isLastAdmin(uid) {
      if ((await view.get(uid))?.role !== 'admin') return false;
      return (await view.count('admin', '')) <= 1;
    },
    uidOf: async (email) => (await findByEmail(email))?._id,
    async find(uid) {
      const user = await view.get(uid);
      return user && shown(user);
    },
    async callerOf(uid) {
      const user = await view.get(uid);
      return user && { uid, email: user.email, name: user.name, role: user.role ?? 'user' };
    },
    page: (which) => view.texts({ index: 'all', key: '', order: 'ascending', ...which }),
  };
}
