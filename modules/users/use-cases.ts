import { randomUUID } from 'node:crypto';
import type { AccountHolders } from '../identity/contract.ts';
import { type CommandContext, type Commands, isKeyed, type Outcome } from '../kernel/commands.ts';
import { NotFound } from '../kernel/errors.ts';
import { isFreshProof } from '../kernel/time/fresh-proof.ts';
import { demoteUser } from './commands/demote-user.ts';
import { eraseUser } from './commands/erase-user.ts';
import { noteExport } from './commands/note-export.ts';
import { promoteUser } from './commands/promote-user.ts';
import { type RegisterUser, registerUser } from './commands/register-user.ts';
import { removeAddress } from './commands/remove-address.ts';
import { type SaveAddress, saveAddress } from './commands/save-address.ts';
import { type UpdateProfile, updateProfile } from './commands/update-profile.ts';
import type { User as FoundUser } from './contract.ts';
import type { Departures } from './departures.ts';
import type { Directory } from './directory.ts';
import type { UserEvent } from './events.ts';
import { type User, user } from './user.ts';

/** What a use case did: how many things it changed, this time or when the command was new, and up to where. */
export type Done = { readonly changed: number; readonly position: bigint };

/** What can be done about users, whoever asks for it. */
export class UserUseCases {
  readonly #commands: Commands;
  readonly #departures: Departures;
  readonly #directory: Directory;
  readonly #addresses: Pick<AccountHolders, 'formerHolders'>;
  readonly #now: () => Date;

  constructor(deps: {
    commands: Commands;
    departures: Departures;
    directory: Directory;
    addresses: Pick<AccountHolders, 'formerHolders'>;
    now: () => Date;
  }) {
    this.#commands = deps.commands;
    this.#departures = deps.departures;
    this.#directory = deps.directory;
    this.#addresses = deps.addresses;
    this.#now = deps.now;
  }

  /** @throws Forbidden for somebody who was erased. */
  register = async (who: Omit<RegisterUser, 'type'>, { keyedAs: _, ...context }: CommandContext): Promise<Done> =>
    // Asked for with each visit, and nobody takes it back: without this, every visit would append that nothing has changed.
    done(await this.#commands.execute(user, who.uid, context, { type: 'RegisterUser', ...who }, registerUser));

  /** @throws NotFound for somebody who is not registered; TooMany. */
  updateProfile = async (said: Omit<UpdateProfile, 'type' | 'now'>, context: CommandContext): Promise<Done> =>
    done(
      await this.#commands.execute(
        user,
        said.uid,
        context,
        { type: 'UpdateProfile', ...said, now: this.#now() },
        updateProfile,
      ),
      ({ type }) => type === 'ProfileUpdated',
    );

  /** @throws NotFound for somebody who is not registered; TooMany. */
  saveAddress = async (saved: Omit<SaveAddress, 'type' | 'now'>, context: CommandContext): Promise<Done> =>
    done(
      await this.#commands.execute(
        user,
        saved.uid,
        context,
        { type: 'SaveAddress', ...saved, now: this.#now() },
        saveAddress,
      ),
    );

  /** @throws NotFound for somebody who is not registered; TooMany. */
  removeAddress = async ({ uid }: { uid: string }, context: CommandContext): Promise<Done> =>
    done(
      await this.#commands.execute(user, uid, context, { type: 'RemoveAddress', uid, now: this.#now() }, removeAddress),
    );

  /**
   * Makes the user of an email an admin.
   * @param mayBecome refuses who may not become one; not asked of a call that comes again
   * @throws NotFound when the read model knows nobody of that email.
   */
  promote = async (
    email: string,
    context: CommandContext,
    mayBecome: (found: FoundUser) => Promise<void> = async () => {},
  ): Promise<Done> => {
    const { found } = await this.#directory.findByEmail(email);
    const before = await this.#before(email, found, context);
    if (before) return before;
    if (!found) throw new NotFound('No user has that email.');
    await mayBecome(found);
    return this.promoteByUid(found._id, context);
  };

  /**
   * Makes a user an admin, also one who registered too recently for the read model.
   * @throws NotFound for somebody who is not registered.
   */
  promoteByUid = async (uid: string, context: CommandContext): Promise<Done> => {
    const promote = { type: 'PromoteUser', uid, by: context.actor.uid } as const;
    return done(await this.#commands.execute(user, uid, context, promote, promoteUser));
  };

  /**
   * Takes an admin's rights away.
   * @throws NotFound when the read model knows nobody of that email; Conflict for the last admin.
   */
  demote = async (email: string, context: CommandContext): Promise<Done> => {
    const { found } = await this.#directory.findByEmail(email);
    // Before the list of admins: whoever has become one since the first time would be struck off it.
    const before = await this.#before(email, found, context);
    if (before) return before;
    if (!found) throw new NotFound('No user has that email.');
    const { _id: uid } = found;
    const promotion = await this.#departures.letGo(uid, context);
    const demote = { type: 'DemoteUser', uid, by: context.actor.uid, promotion } as const;
    return done(await this.#commands.execute(user, uid, context, demote, demoteUser));
  };

  /**
   * Writes down that whoever acts in the context takes a copy of somebody's data. Said again with its key it is the same one for as long as
   * somebody may wait for the answer; later it is another, since what is taken is what there is by then: without this, whoever goes on with
   * one key takes copies for years that are written down once.
   * @throws NotFound for somebody who is not registered.
   */
  noteExport = async (uid: string, context: CommandContext): Promise<Done> => {
    const note = { type: 'NoteExport', uid, by: context.actor.uid } as const;
    const noted = await this.#commands.execute(user, uid, context, note, noteExport);
    if (!noted.recordedAt || isFreshProof({ provedAt: noted.recordedAt }, this.#now())) return done(noted);
    const { keyedAs: _, ...again } = context;
    return done(await this.#commands.execute(user, uid, { ...again, commandId: randomUUID() }, note, noteExport));
  };

  /** Takes a person out of the list of users for good; their uid cannot register again. */
  erase = async (uid: string, context: CommandContext): Promise<Done> =>
    done(await this.#commands.execute(user, uid, context, { type: 'EraseUser', uid }, eraseUser));

  /**
   * What this very call did before; undefined where it did nothing yet. Whoever had the email then may have left it: without this,
   * the same call again would be about whoever has it today.
   */
  async #before(email: string, found: FoundUser | undefined, context: CommandContext): Promise<Done | undefined> {
    const holders = isKeyed(context) ? await this.#addresses.formerHolders(email.trim().toLowerCase()) : [];
    for (const uid of new Set([...(found ? [found._id] : []), ...holders])) {
      const before = await this.#commands.recall(user, uid, context);
      if (before) return done(before);
    }
    return undefined;
  }
}

function done(
  { events, position }: Outcome<User, UserEvent>,
  isChange: (event: UserEvent) => boolean = () => true,
): Done {
  return { changed: events.filter(isChange).length, position };
}
