import { z } from 'zod';
import type { CommandContext } from '../kernel/commands.ts';
import { noticed } from '../kernel/wire/live-wire.ts';
import { longestName } from '../kernel/wire/longest.ts';
import { acknowledged, emailAddress, type PageQuery, phone, text } from '../kernel/wire/wire.ts';

const httpLink = text(500).pipe(
  z.url({ protocol: /^https?$/, error: 'Must be a link that begins with http:// or https://' }),
);

const profileFields = {
  education: text(200),
  location: text(200),
  phone,
  social: httpLink,
};

/** `name` is taken no notice of: it is read-only, and null to a client that does not know it. */
export const updateUserBody = z
  .object({ name: z.string().max(longestName).nullish(), email: emailAddress, ...profileFields })
  .meta({ id: 'UpdateUser' });
export type UpdateUser = z.infer<typeof updateUserBody>;

/** What the profile form checks; name and email are read-only. */
export const profileForm = z.object(profileFields);

export const registerBody = z.object({ email: emailAddress }).meta({ id: 'Register' });
export const registered = z.object({ token: z.string() }).meta({ id: 'AccessToken' });
/** The code is typed from a terminal: with or without what stands between its groups. */
export const setUpBody = z
  .object({ code: z.string('The code is required').trim().min(1, 'The code is required').max(40) })
  .meta({ id: 'SetUp' });
export type SetUp = z.infer<typeof setUpBody>;

export const adminFlag = z.object({ admin: z.boolean() }).meta({ id: 'AdminFlag' });

export const updated = acknowledged.extend({ modifiedCount: z.int() }).meta({ id: 'Updated' });
export const promoted = acknowledged.extend({ matchedCount: z.int(), modifiedCount: z.int() }).meta({ id: 'Promoted' });

/** A user as the list of users shows them. `role` is 'admin' or absent. */
export const user = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.literal('admin').optional(),
    education: z.string().optional(),
    location: z.string().optional(),
    phone: z.string().optional(),
    social: z.string().optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Somebody became an admin, or is none any more; which, the name says. They are told, and admins. */
export const userNotice = noticed.extend({
  email: z.string(),
  by: z.string().optional().describe('The email of who did it; left out when it was an operator'),
});
export type UserNotice = 'user.promoted' | 'user.demoted';

/** Somebody has another email: what their tokens say is the one of before, so they are to be renewed. They alone are told. */
export type EmailNotice = 'user.email-changed';

/** Somebody was forgotten: admins are told, whose lists show them no more. Of whom nothing is said but the uid. */
export const userErasedNotice = noticed.extend({ uid: z.string() });
export type UserErasedNotice = 'user.erased';

/** What other modules ask of the users. */
export interface People {
  /** Who has an email now, whoever had it before; undefined when nobody has. */
  uidOf(email: string): Promise<string | undefined>;
  /**
   * Asked before somebody goes for good, who may be an admin.
   * @throws Conflict for the last admin.
   */
  letGo(uid: string, context: CommandContext): Promise<void>;
  /**
   * Whether somebody who was registered has no account any more, as the log says. True only where it is certain; what is asked for
   * because of an event is answered as of that event at least.
   * @param who.email as it was at any time
   */
  isForgotten(who: { uid: string; email: string }): Promise<boolean>;
  /** Whether it is seen at once that somebody has an account, as GETs show it. */
  isSeenHere(uid: string): boolean;
}

/** Who looks for people by what they are called. */
export interface PeopleSought {
  /**
   * Who has such a name or email now, in no order that says anything: an email, or what it, a name or a last name begins with, in whatever
   * case. Undefined where they are more than so many, or it would take long to know who.
   */
  matching(words: string, most: number): Promise<readonly string[] | undefined>;
  /** Of these people those who would match, however many others do. */
  calledLike(words: string, uids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A user as admins know them, and when they came to the shop: ISO 8601, UTC. */
export type KnownPerson = User & { readonly cameAt: string };

/** Which people are asked for: who is an admin, and whose email, name or last name begins like `q`, in whatever case. */
export type PeopleWanted = PageQuery & {
  readonly q?: string | undefined;
  readonly role?: 'admin' | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** `next` goes on after who was looked at: there may be more, or not. `total` where a count is kept of just what is asked for. */
export type FoundPeople = {
  readonly people: readonly KnownPerson[];
  readonly next: string | undefined;
  readonly total: number | undefined;
  readonly asOf: bigint;
};

/** Who looks after people: finds them, and writes down what was done with what is theirs. */
export interface PeopleLookedAfter {
  /** @throws Invalid for a cursor of another question. */
  list(wanted: PeopleWanted): Promise<FoundPeople>;
  /** Users by email as JSON texts, as anybody's GET shows them. */
  page(which: PageQuery & { readonly signal: AbortSignal }): Promise<{
    readonly documents: readonly string[];
    readonly next: string | undefined;
    readonly asOf: bigint;
  }>;
  one(email: string): Promise<{ readonly found: KnownPerson | undefined; readonly asOf: bigint }>;
  /**
   * Writes down that whoever acts in the context takes a copy of all that is held of somebody.
   * @throws NotFound for whoever is not registered.
   */
  noteExport(uid: string, context: CommandContext): Promise<{ readonly position: bigint }>;
}
