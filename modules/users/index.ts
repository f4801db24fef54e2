import type { AccountHolders } from '../identity/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { addressRoutes } from './address-routes.ts';
import type { People, PeopleLookedAfter, PeopleSought } from './contract.ts';
import { Departures } from './departures.ts';
import { type Directory, directoryOf } from './directory.ts';
import { firstAdminRoutes } from './first-admin-routes.ts';
import { userHistory } from './history.ts';
import { userMails } from './mails.ts';
import { userNotices } from './notices.ts';
import { finishDepartures } from './reactors/finish-departures.ts';
import { followEmail } from './reactors/follow-email.ts';
import { listAdmins } from './reactors/list-admins.ts';
import { addresses as addressesProjection } from './read-models/addresses.ts';
import { users } from './read-models/users.ts';
import { RefusedPromotions } from './refused-promotions.ts';
import { type IssueAccessToken, userRoutes } from './routes.ts';
import { UserUseCases } from './use-cases.ts';
import { user } from './user.ts';

export type UsersModule = Module & {
  /** Who is calling, for http/. */
  readonly callerOf: Directory['callerOf'];
  readonly findByEmail: Directory['findByEmail'];
  /** Who the admins are, as the log says: for the start, at which the read models may be under way, and for operators. */
  readonly admins: Pick<Departures, 'hasAny' | 'hasLostAll' | 'includes' | 'follow'>;
  /** For other modules. */
  readonly people: People;
  readonly sought: PeopleSought;
  readonly lookedAfter: PeopleLookedAfter;
  /** For the seed and operators. */
  readonly useCases: UserUseCases;
  readonly holdings: readonly Holdings[];
};

/** The users: who they are, what they may, what they say about themselves. */
export function usersModule(deps: {
  commands: Commands;
  readModels: ReadModels;
  issueAccessToken: IssueAccessToken;
  /** Whose an email is. */
  addresses: Pick<AccountHolders, 'isTheirs' | 'emailOf' | 'isOpen' | 'isSeenOpen' | 'formerHolders'>;
  /** What the terminal of a shop without an admin shows. */
  firstAdminCode: string;
  now: () => Date;
}): UsersModule {
  const directory = directoryOf(deps.readModels);
  const departures = new Departures(deps.commands);
  const useCases = new UserUseCases({ ...deps, departures, directory });
  const saved = viewOf(deps.readModels, addressesProjection);
  return {
    name: 'users',
    routes: [
      ...firstAdminRoutes({ commands: deps.commands, departures, directory, useCases, code: deps.firstAdminCode }),
      ...addressRoutes({ addresses: saved, directory, useCases }),
      ...userRoutes({
        directory,
        useCases,
        refusals: new RefusedPromotions(deps),
        issueAccessToken: deps.issueAccessToken,
        addresses: deps.addresses,
      }),
    ],
    projections: [users, addressesProjection],
    reactors: [listAdmins(departures), followEmail(deps.commands, deps.addresses)],
    timers: [finishDepartures({ commands: deps.commands, departures })],
    callerOf: directory.callerOf,
    findByEmail: directory.findByEmail,
    admins: departures,
    people: {
      uidOf: directory.uidOf,
      letGo: (uid, context) => departures.letGoForGood(uid, context),
      isSeenHere: (uid) => deps.addresses.isSeenOpen(uid),
      async isForgotten(who) {
        if (await deps.addresses.isOpen(who)) return false;
        return (await deps.commands.load(user, who.uid)).status !== 'none';
      },
    },
    useCases,
    sought: { matching: directory.matching, calledLike: directory.calledLike },
    lookedAfter: { list: directory.list, page: directory.page, one: directory.one, noteExport: useCases.noteExport },
    history: [userHistory],
    notices: userNotices(directory),
    mails: [userMails(directory, departures)],
    holdings: [
      {
        name: 'profile',
        of: async (uid) => (await directory.find(uid)).found ?? null,
        forget: async (uid, context) => (await useCases.erase(uid, context)).position,
      },
      // In the same stream: forgotten with the profile.
      { name: 'address', of: async (uid) => (await saved.get(uid)) ?? null, forget: async () => undefined },
    ],
  };
}
