import { readAgain } from '../kernel/documents/read-again.ts';
import { type View, viewOf } from '../kernel/documents/view.ts';
import { inSmallLetters } from '../kernel/encoding/small-letters.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { KnownUser } from '../kernel/route.ts';
import { longestPage, type PageQuery } from '../kernel/wire/wire.ts';
import type { People, PeopleLookedAfter, PeopleSought, User } from './contract.ts';
import { findPeople, isCalled, knownPersonOf, uidsCalled } from './find-people.ts';
import { type UserDocument, users } from './read-models/users.ts';

/** Looks people up. */
export type Directory = Pick<People, 'uidOf'> &
  PeopleSought &
  Pick<PeopleLookedAfter, 'list' | 'one'> & {
    /** Who this is now, with the role they have now; undefined for whom the shop does not know. */
    callerOf: (uid: string) => Promise<KnownUser | undefined>;
    /** What the user says of themselves. */
    find: (uid: string) => Promise<FoundUser>;
    findByEmail: (email: string) => Promise<FoundUser>;
    /** The uids of the admins, of very many the first thousand. */
    admins: () => Promise<readonly string[]>;
    /** Users by email, as JSON texts. */
    page: (which: PageQuery & { readonly signal: AbortSignal }) => ReturnType<View<User>['texts']>;
  };

/** A user, if there is one, and what that is true as of. */
type FoundUser = { readonly found: User | undefined; readonly asOf: bigint };

export function directoryOf(readModels: ReadModels): Directory {
  const view: View<UserDocument> = viewOf(readModels, users, readAgain(users.documentOf));
  const shown = (document: UserDocument | undefined): User | undefined => {
    if (!document) return undefined;
    const { since: _, cameAt: _cameAt, ...user } = document;
    return user;
  };
  const owner = async (email: string) => {
    const key = email.trim().toLowerCase();
    const { documents, asOf } = await view.list({ index: 'email', key, order: 'descending', limit: 1 });
    return { document: documents[0], asOf };
  };
  const findByEmail: Directory['findByEmail'] = async (email) => {
    const { document, asOf } = await owner(email);
    return { found: shown(document), asOf };
  };
  return {
    findByEmail,
    uidOf: async (email) => (await findByEmail(email)).found?._id,
    matching: (words, most) => uidsCalled({ view }, words, most),
    async calledLike(words, uids) {
      const begins = inSmallLetters(words.trim());
      const found = await Promise.all(uids.map((uid) => view.get(uid)));
      return new Set(found.flatMap((user) => (user && isCalled(user, begins) ? [user._id] : [])));
    },
    list: (wanted) => findPeople({ view }, wanted),
    async one(email) {
      const { document, asOf } = await owner(email);
      return { found: document && knownPersonOf(document), asOf };
    },
    async find(uid) {
      const { document, asOf } = await view.find(uid);
      return { found: shown(document), asOf };
    },
    async callerOf(uid) {
      const user = await view.get(uid);
      return user && { uid, email: user.email, name: user.name, role: user.role ?? 'user' };
    },
    async admins() {
      const { documents } = await view.list({ index: 'admin', key: '', order: 'ascending', limit: longestPage });
      return documents.map(({ _id }) => _id);
    },
    page: (which) => view.texts({ index: 'all', key: '', order: 'ascending', ...which }),
  };
}
