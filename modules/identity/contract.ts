import { z } from 'zod';
import type { CommandContext } from '../kernel/commands.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { longestEmail, longestName } from '../kernel/wire/longest.ts';
import { emailAddress, text } from '../kernel/wire/wire.ts';

/** Somebody who is signed in, in the words of the spec's identity provider. */
export const signedInUser = z
  .object({ uid: z.string(), displayName: z.string(), email: z.string() })
  .meta({ id: 'SignedInUser' });
export type SignedInUser = z.infer<typeof signedInUser>;

export const signedIn = z.object({ idToken: z.string(), user: signedInUser }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedIn>;

/** The fewest characters of a password, as the product's user has it; the shop's settings may ask for more. */
export const minimumPassword = 6;
export const maximumPassword = 256;
const tooLong = `Must not be longer than ${maximumPassword} characters`;
const emailRequired = 'Email is Required';
export const passwordRequired = 'Password is Required';
export const tooShort = (minimum: number) => `Must be ${minimum} characters long or longer`;

/** A password that is to be set. What else it must be, the password rules say. */
export const wantedPassword = z
  .string(passwordRequired)
  .min(1, { error: passwordRequired, abort: true })
  .min(minimumPassword, tooShort(minimumPassword))
  .max(maximumPassword, tooLong);

/** A password that proves who somebody is: whatever one may have been set to. */
export const shownPassword = z.string(passwordRequired).min(1, passwordRequired).max(maximumPassword, tooLong);

/** What was left out is asked for in the words of the form, and not called a wrong address. */
const givenEmail = z.string(emailRequired).trim().min(1, emailRequired).pipe(emailAddress);

export const signUpBody = z
  .object({
    name: text(longestName, 'Name is Required'),
    email: givenEmail,
    password: wantedPassword,
  })
  .meta({ id: 'SignUp' });
export type SignUp = z.infer<typeof signUpBody>;

/** How long tokens count, ID tokens and access tokens, in minutes. */
export const tokenMinutes = 15;

export const signInBody = z
  .object({
    // What is no address has no account, and is not refused otherwise; but failures are counted by it, so it has an end.
    email: z
      .string(emailRequired)
      .max(longestEmail, `Must not be longer than ${longestEmail} characters`)
      .trim()
      .toLowerCase(),
    password: z.string(passwordRequired).max(maximumPassword, tooLong),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof signInBody>;

/** The form's pattern, as the product's user wrote it: it is looked for anywhere in the text. */
const emailPattern = /[a-z0-9]+@[a-z]+\.[a-z]{2,3}/;
const notAnEmail = 'error message';

const isAddress = (email: string) => email === email.toLowerCase() && emailAddress.safeParse(email).success;

const typedEmail = z.string().min(1, emailRequired);

const formPassword = (minimum: number) => z.string().min(1, passwordRequired).min(minimum, tooShort(minimum));

/**
 * What the log-in form checks before it asks the server. Without isAddress, who came to have an address that is not of the pattern,
 * such as me@t-online.de, could not log in with it: an email is changed to any, and Google tells of any. Capitals are refused as the
 * pattern has it; the shop knows all of them by their small letters.
 */
export const signInForm = z.object({
  email: typedEmail.refine((email) => emailPattern.test(email) || isAddress(email), notAnEmail),
  password: formPassword(minimumPassword),
});

/** What the sign-up form checks before it asks the server, in a shop that asks for so many characters. */
export const signUpForm = (minimum: number) =>
  z.object({
    name: z.string().trim().min(1, 'Name is Required'),
    email: typedEmail.regex(emailPattern, notAnEmail),
    password: formPassword(minimum),
  });

/** Somewhere that somebody is signed in. `by` says with what they signed in, `browser` what they used, in plain words. */
export const sessionEntry = z
  .object({
    _id: z.string(),
    startedAt: z.iso.datetime(),
    browser: z.string(),
    by: z.enum(['password', 'provider', 'link', 'totp', 'passkey', 'recovery-code']),
    /** The one in which it was asked for. */
    isThisOne: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionEntry = z.infer<typeof sessionEntry>;
export const sessionList = z.object({ sessions: z.array(sessionEntry) }).meta({ id: 'Sessions' });
export type SessionList = z.infer<typeof sessionList>;

/** Told to somebody who signed in or out somewhere: the list is to be asked for again. */
export const sessionNoticeNames = ['sessions.changed'] as const;
export type SessionNotice = (typeof sessionNoticeNames)[number];

/** Why somebody is mailed a link: they forgot their password; their address is to be proved; or a new one of theirs. */
export const linkPurposes = ['recover', 'prove', 'change-email'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The form for a forgotten password checks it, too, before it asks the server. */
export const recoverBody = z.object({ email: givenEmail }).meta({ id: 'Recover' });

/** What was mailed. Of no link it is said more than that it is not good. */
const linkToken = z.string('The link is missing').max(200, 'Must not be longer than 200 characters');

export const resetPasswordBody = z.object({ link: linkToken, password: wantedPassword }).meta({ id: 'ResetPassword' });

/** `password` is left out by whoever has none. */
export const changePasswordBody = z
  .object({ password: z.string().max(maximumPassword, tooLong).default(''), newPassword: wantedPassword })
  .meta({ id: 'ChangePassword' });

export const changeEmailBody = z.object({ email: emailAddress }).meta({ id: 'ChangeEmail' });

/** What the forms check before they ask the server, in a shop that asks for so many characters. */
export const newPasswordForm = (minimum: number) => z.object({ password: formPassword(minimum) });
export const changePasswordForm = ({ minimum, hasPassword }: { minimum: number; hasPassword: boolean }) =>
  z.object({
    password: hasPassword ? z.string().min(1, passwordRequired) : z.string(),
    newPassword: formPassword(minimum),
  });

export const linkBody = z.object({ link: linkToken }).meta({ id: 'Link' });

export const usedLink = z
  .object({ purpose: z.enum(linkPurposes), email: z.string().describe('The address that is proved now') })
  .meta({ id: 'UsedLink' });
export type UsedLink = z.infer<typeof usedLink>;

/** What there is to know of one's own account before one changes it. */
export const ownAccount = z
  .object({
    hasPassword: z.boolean(),
    isProved: z.boolean().describe('Whether a mailed link proved the address, or who signed them in did'),
    mustProve: z.boolean().describe('Whether it is to be proved before its holder may be made an admin'),
  })
  .meta({ id: 'OwnAccount' });
export type OwnAccount = z.infer<typeof ownAccount>;

/**
 * What came of going to Google, as the page is told it in `?google=`: `done`, `linked`, `confirmed`, or why not. `link`: the
 * address has an account, to be signed in to first. `taken`: it has one, and the demo's issuer proves no address. `another`: it
 * is not the way to sign in to this account. `linked-elsewhere`: it is that of another one.
 * `second-factor`: that is wanted, and no less.
 */
export type GoogleOutcome =
  | 'done'
  | 'linked'
  | 'confirmed'
  | 'cancelled'
  | 'expired'
  | 'again'
  | 'too-often'
  | 'away'
  | 'unverified'
  | 'not-set-up'
  | 'link'
  | 'taken'
  | 'another'
  | 'linked-elsewhere'
  | 'second-factor';

/** The ways to sign in to one's account through an issuer. */
export const myLogins = z
  .object({
    logins: z.array(
      z.object({ id: z.string(), linkedAt: z.iso.datetime().optional().describe('Left out where it is not known') }),
    ),
    hasPassword: z.boolean(),
    canLink: z.boolean().describe('Whether another can be linked: an issuer is set up, and it is not the demo’s own'),
  })
  .meta({ id: 'MyLogins' });
export type MyLogins = z.infer<typeof myLogins>;

export const linkLoginBody = z
  .object({ returnTo: z.string().describe('A path of this site, to come back to') })
  .meta({ id: 'LinkLogin' });

export const linkLoginAnswer = z
  .object({ address: z.string().describe('Where the browser has to go') })
  .meta({ id: 'LinkLoginAnswer' });
export type LinkLoginAnswer = z.infer<typeof linkLoginAnswer>;

export const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).meta({ id: 'KeySet' });

/**
 * The shop forgets a person. Their account is closed, and its email free again; everything else that is known of them is
 * forgotten because of this, their key last.
 */
export type PersonForgotten = DomainEvent<'PersonForgotten', { uid: string }>;

/** Somebody has another email than `before`, which they proved to be theirs; their account is in `to` from now on. */
export type EmailChanged = DomainEvent<'EmailChanged', { uid: string; email: string; before: string; to: string }>;

/** What others ask of the accounts. */
export interface AccountHolders {
  /** @throws WrongPassword when it is not the password of that person's account. */
  prove(who: { uid: string; email: string; password: string }, signal?: AbortSignal): Promise<void>;
  /** Whether somebody's account has a password. */
  hasPassword(who: { uid: string; email: string }): Promise<boolean>;
  /** Whether somebody has an account, by any email that it has had. Of whoever has one it is mostly known without a look at the log. */
  isOpen(who: { uid: string; email: string }): Promise<boolean>;
  /** Whether it is seen at once that it is open, as GETs show it. */
  isSeenOpen(uid: string): boolean;
  /** Closes the account of an email, if it is that person's: the beginning of forgetting them. Also where it cannot be read. */
  forget(who: { uid: string; email: string }, context: CommandContext): Promise<{ position: bigint }>;
  /** What this very command did before, where it closed the account of an email; undefined where it did not. */
  forgottenBefore(email: string, context: CommandContext): Promise<{ position: bigint } | undefined>;
  /** The email of an account that is or was in this place; undefined when it is closed. */
  emailOf(kept: { uid: string; accountId: string }): Promise<string | undefined>;
  /**
   * Whose account an email is, also of whoever never came to the shop with it; undefined when nobody's. Of an account that cannot be read
   * the list of people says it.
   */
  ownerOf(email: string): Promise<{ readonly uid: string; readonly email: string } | undefined>;
  /** The uids of those who had the account of an email before, though perhaps not under any name of it. */
  formerHolders(email: string): Promise<readonly string[]>;
  /** Whether an email counts as that person's: where mail is sent, a mailed link has to prove it. */
  isTheirs(who: { uid: string; email: string }): Promise<boolean>;
  /** The header that takes the session's cookie away. */
  readonly signedOut: { readonly 'Set-Cookie': string };
}
