import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import { Conflict, isOfOneStream } from '../kernel/errors.ts';
import { admins, allAdmins, never } from './admins.ts';
import { listAdmin } from './commands/list-admin.ts';
import { strikeOffAdmin } from './commands/strike-off-admin.ts';
import { type User, user } from './user.ts';

type Appended = Promise<{ readonly position: bigint }>;

/** Keeps the list of admins, which nobody leaves as the last. */
export class Departures {
  readonly #commands: Commands;
  /** Who has gone, and by which promotion: nobody is half gone by that again. As many as ever were admins. */
  readonly #gone = new Set<string>();

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /**
   * Lets an admin go, if another one stays. Whoever is no admin may always go.
   * @returns how many times they have become an admin: it is the last of these that may end.
   * @throws Conflict for the last admin, after whom nobody could make another one; and when others go at this moment.
   */
  async letGo(uid: string, context: CommandContext): Promise<number> {
    const who = await this.#commands.load(user, uid);
    if (isAdmin(who)) await this.#strikeOff(uid, who.promotions, context);
    return who.promotions;
  }

  /**
   * The same of who is to be forgotten. Of whom nobody can read whether they are an admin, the list says so: without this, a person would be
   * known for as long as their stream is damaged.
   * @throws Conflict for the last admin, and when others go at this moment
   */
  async letGoForGood(uid: string, context: CommandContext): Promise<void> {
    if (await new Bulkhead().hold(this.#commands.load(user, uid))) {
      await this.letGo(uid, context);
      return;
    }
    const { isListed, promotion } = (await this.#commands.load(admins, allAdmins)).get(uid) ?? never;
    if (isListed) await this.#strikeOff(uid, promotion, context);
  }

  /** Whether somebody is an admin now. */
  async includes(uid: string): Promise<boolean> {
    return isAdmin(await this.#commands.load(user, uid));
  }

  /**
   * Whether the shop has any admin. Whoever has become the first a moment ago may not be on the list yet. Whoever is on it and cannot be
   * read counts as one, and so does a list that cannot be: the shop goes on, and nobody becomes the first in their place.
   */
  async hasAny(): Promise<boolean> {
    try {
      return (await this.#anotherThan(undefined)) !== undefined;
    } catch (reason) {
      if (isOfOneStream(reason)) return true;
      throw reason;
    }
  }

  /** Whether the shop had admins, and has none any more: the last of them was forgotten, which asks nobody who stays. */
  async hasLostAll(): Promise<boolean> {
    return !(await this.hasAny()) && (await this.#commands.load(admins, allAdmins)).size > 0;
  }

  /** Whether who was named the first admin is one, or has yet to be made one. Not who was one before, or is known no more. */
  async mayBecomeFirst(uid: string): Promise<boolean> {
    const who = await this.#commands.load(user, uid);
    return isAdmin(who) || (who.status === 'registered' && who.promotions === 0);
  }

  /**
   * Who was struck off the list, and is an admin all the same: somebody is about to end that, or was and never came to it.
   * @param bulkhead told of those of whom nobody can say
   */
  async halfGone(bulkhead: Bulkhead): Promise<{ uid: string; promotion: number }[]> {
    const found: { uid: string; promotion: number }[] = [];
    for (const [uid, { isListed, promotion }] of await this.#commands.load(admins, allAdmins)) {
      const name = `${uid} ${promotion}`;
      if (isListed || this.#gone.has(name)) continue;
      const who = await bulkhead.hold(this.#commands.load(user, uid));
      if (who === undefined) continue;
      if (isAdmin(who) && who.promotions === promotion) found.push({ uid, promotion });
      else this.#gone.add(name);
    }
    return found;
  }

  /** Brings the list up to what somebody is now. */
  async follow(uid: string, context: CommandContext): Appended {
    const who = await this.#commands.load(user, uid);
    const { promotions: promotion } = who;
    if (isAdmin(who)) {
      return this.#commands.execute(admins, allAdmins, context, { type: 'ListAdmin', uid, promotion }, listAdmin);
    }
    const command = { type: 'StrikeOffAdmin', uid, promotion } as const;
    return this.#commands.execute(admins, allAdmins, context, command, strikeOffAdmin);
  }

  async #strikeOff(uid: string, promotion: number, context: CommandContext): Promise<void> {
    const stays = await this.#anotherThan(uid);
    if (stays === undefined)
      throw new Conflict('The last admin has to stay. Please make somebody else an admin first.');
    const command = { type: 'StrikeOffAdmin', uid, promotion, stays } as const;
    await this.#commands.execute(admins, allAdmins, context, command, strikeOffAdmin);
  }

  /** @throws SomeNotDone where there is none of whom that can be said, and one of whom nobody can say */
  async #anotherThan(uid: string | undefined): Promise<string | undefined> {
    const bulkhead = new Bulkhead();
    for (const [other, { isListed }] of await this.#commands.load(admins, allAdmins)) {
      if (!isListed || other === uid) continue;
      const who = await bulkhead.hold(this.#commands.load(user, other));
      if (who && isAdmin(who)) return other;
    }
    bulkhead.end();
    return undefined;
  }
}

const isAdmin = (who: User) => who.status === 'registered' && who.role === 'admin';
