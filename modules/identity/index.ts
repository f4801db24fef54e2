import type { Commands } from '../kernel/commands.ts';
import { viewOf } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Mailing } from '../kernel/mails.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { Proven } from '../kernel/route.ts';
import { Accounts } from './accounts/accounts.ts';
import { changing } from './accounts/changing.ts';
import { ownerOf } from './accounts/owner-of.ts';
import { isUnread, type ReadTold } from './accounts/unread-accounts.ts';
import type { AccountHolders } from './contract.ts';
import { factorHistory } from './factors/history.ts';
import { factorsOf, type IdentityFactors } from './factors/index.ts';
import { factorMails } from './factors/mails.ts';
import { DemoAccounts } from './google/demo-accounts.ts';
import { type Elsewhere, googleSignIn } from './google/google-sign-in.ts';
import { type EndFactors, Logins } from './google/logins.ts';
import { PendingLinks } from './google/pending-links.ts';
import { sealedNotes } from './google/sealed-notes.ts';
import { accountHistory, sessionHistory } from './history.ts';
import { sessionHoldings } from './holdings.ts';
import type { IdentityKeys } from './keys.ts';
import { identityMails } from './mails.ts';
import { identityNotices } from './notices.ts';
import { argon2Passwords, type Passwords } from './passwords/password.ts';
import { PasswordRules } from './passwords/password-rules.ts';
import { closeAccount } from './reactors/close-account.ts';
import { accounts as accountDocuments } from './read-models/accounts.ts';
import { demoAccounts } from './read-models/demo-accounts.ts';
import { sessions as sessionDocuments } from './read-models/sessions.ts';
import { identityRoutes } from './routes.ts';
import { secretsOf } from './secrets.ts';
import { endRunOut } from './sessions/end-run-out.ts';
import type { Renewals } from './sessions/renewals.ts';
import { setSessionCookie } from './sessions/session-cookie.ts';
import { SessionRenewing } from './sessions/session-renewing.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { Sessions } from './sessions/sessions.ts';
import { SigningOut } from './sessions/signing-out.ts';
import { FailedSignIns } from './signing-in/failed-sign-ins.ts';
import { KnownBrowsers } from './signing-in/known-browsers.ts';
import { RefusedSignUps } from './signing-in/refused-sign-ups.ts';
import { type Tokens, tokensOf } from './signing-in/tokens.ts';
import { Welcome } from './signing-in/welcome.ts';

export type IdentityModule = Module & {
  /** For http/, which asks who is calling, and for users, who get their access token. */
  readonly tokens: Tokens;
  /** Other keys take the place of those before, while it runs. */
  readonly takeKeys: (keys: Pick<IdentityKeys, 'signing' | 'emails'>) => Promise<void>;
  /** For the seed, and for operators who erase a person. */
  readonly accounts: Accounts;
  /** For other modules. */
  readonly holders: AccountHolders;
  /** For the start of a shop that has a real issuer. */
  readonly demoAccounts: DemoAccounts;
  /** For http/, which asks whether they run, and for other ways to sign in. */
  readonly sessions: Sessions;
  /** For http/, which notes what admins do, and for users, whose access tokens end with it. */
  readonly renewing: SessionRenewing;
  readonly issueAccessToken: (proven: Proven) => Promise<string>;
  readonly holdings: readonly Holdings[];
  /** For http/, which locks nobody out by what others guess whose browser is known. */
  readonly browsers: KnownBrowsers;
  /** For operators, who help who has lost them all. */
  readonly factors: IdentityFactors;
};

const nobodyElse: Elsewhere = { issuer: undefined, originOf: () => 'http://localhost' };

/** The built-in identity provider: accounts, sessions, and tokens that prove who somebody is. */
export async function identityModule(deps: {
  commands: Commands;
  readModels: ReadModels;
  renewals: Renewals;
  /** Resolves once GETs show what the log holds at this moment; left out where they are made to beforehand. */
  caughtUp?: () => Promise<unknown>;
  /** Whether somebody is an admin at this moment: their sessions are shorter. */
  isAdmin: (uid: string) => Promise<boolean>;
  /** Who has an email by the list of people, for accounts that cannot be read; left out where there is none. */
  listedUid?: (email: string) => Promise<string | undefined>;
  /** By which a command is known again in an account that cannot be read; left out where none is. */
  readTold?: ReadTold;
  now: () => Date;
  keys: IdentityKeys;
  /** Looks whether there are other keys to sign with since, and has the tokens take them; left out where they stay. */
  lookForKeys?: () => Promise<void>;
  /** Named in every token as who issued it. */
  issuer: string;
  /** False only where the site is served without TLS, on localhost. */
  secureCookies: boolean;
  /** The fewest characters of a password that is set. */
  passwordMinimum: number;
  /** What becomes of mails, with which addresses are proved. */
  mailing: Mailing;
  /** Argon2id when left out. */
  passwords?: Passwords;
  /** Left out by whoever signs nobody in through an issuer. */
  google?: Elsewhere;
}): Promise<IdentityModule> {
  const { commands, readModels, now, keys, issuer, secureCookies, mailing, passwords = argon2Passwords() } = deps;
  const secrets = secretsOf(keys);
  const tokens = await tokensOf({ signing: keys.signing, issuer, now, lookForKeys: deps.lookForKeys });
  const accounts = new Accounts({ commands, passwords, secrets, readTold: deps.readTold });
  const browsers = new KnownBrowsers({ accounts, secret: keys.secret, secureCookies, now });
  const sessions = new Sessions({ commands, readModels, secrets, now, caughtUp: deps.caughtUp });
  const renewing = new SessionRenewing({ sessions, renewals: deps.renewals, secrets, isAdmin: deps.isAdmin, now });
  const { secret } = keys;
  const { isAdmin } = deps;
  const endFactorsOf: EndFactors = (uid, context, before) => factors.own.endAllOf(uid, 'taken-over', context, before);
  const logins = new Logins({ commands, accounts, secrets, isAdmin, endFactorsOf });
  const notes = sealedNotes(secrets.notesKey, now);
  const links = new PendingLinks({ logins, notes, secure: secureCookies });
  const hasSecondFactor = async (uid: string) => (await factors.own.of(uid)).factors.length > 0;
  const welcome = new Welcome({
    ...{ accounts, sessions, browsers, links, tokens, hasSecondFactor, secureCookies, now },
  });
  const factors = factorsOf({
    ...{ commands, accounts, sessions, welcome, browsers, secret, secureCookies, now },
    address: issuer,
  });
  const rules = new PasswordRules({ minimum: deps.passwordMinimum });
  const ownAccounts = viewOf(readModels, accountDocuments);
  const changed = changing({
    ...{ commands, readModels, accounts, sessions, rules, passwords, secrets, mailing, now },
    ...{ renewing, isAdmin, endFactorsOf },
  });
  const { twoSteps } = factors;
  const elsewhere = { ...nobodyElse, ...deps.google };
  const google = googleSignIn({
    ...elsewhere,
    accounts,
    shown: ownAccounts,
    sessions,
    renewing,
    logins,
    links,
    notes,
    welcome,
    twoSteps,
    secureCookies,
    now,
  });
  return {
    name: 'identity',
    routes: [
      ...sessionRoutes({
        accounts,
        sessions,
        signingOut: new SigningOut({ commands, sessions }),
        secureCookies,
        ...(deps.listedUid && { listedUid: deps.listedUid }),
      }),
      ...changed.routes,
      ...identityRoutes({
        accounts,
        rules,
        sessions,
        renewing,
        failures: new FailedSignIns({ commands, now }),
        refusals: new RefusedSignUps({ accounts, commands, now }),
        twoSteps: factors.twoSteps,
        welcome,
        secureCookies,
        tokens,
      }),
      ...factors.routes,
      ...google.routes,
    ],
    projections: [sessionDocuments, demoAccounts, ...changed.projections],
    reactors: [...changed.reactors, closeAccount(accounts)],
    timers: [endRunOut({ sessions, view: viewOf(readModels, sessionDocuments) })],
    history: [accountHistory, sessionHistory, factorHistory],
    notices: identityNotices(),
    mails: [identityMails({ accounts, commands }), factorMails(), ...changed.mails],
    tokens,
    async takeKeys({ signing, emails }) {
      secrets.takeEmails(emails);
      await tokens.take(signing);
    },
    accounts,
    holders: {
      prove: (who, signal) => accounts.prove(who, signal),
      async hasPassword(who) {
        // Of an account that cannot be read GETs say it; who is not shown has to say one.
        const unread = async (reason: unknown) => {
          if (!isUnread(reason)) throw reason;
          return (await ownAccounts.get(who.uid))?.hasPassword ?? true;
        };
        return accounts.findOwn(who).then((own) => own?.passwordHash !== undefined, unread);
      },
      isSeenOpen: (uid) => ownAccounts.known(uid) !== undefined,
      isOpen: async (who) => ((await ownAccounts.get(who.uid)) ?? (await accounts.findOwn(who))) !== undefined,
      forget: (who, context) => accounts.forget(who, context),
      forgottenBefore: (email, context) => accounts.forgottenBefore(email, context),
      emailOf: async (kept) => (await accounts.find(kept))?.email,
      ownerOf: (email) => ownerOf({ accounts, listedUid: deps.listedUid }, email, isUnread),
      formerHolders: (email) => accounts.formerHolders(email),
      isTheirs: (who) => changed.changes.isTheirs(who),
      signedOut: { 'Set-Cookie': setSessionCookie('', { maxAge: 0, secure: secureCookies }) },
    },
    demoAccounts: new DemoAccounts({ accounts, view: viewOf(readModels, demoAccounts) }),
    sessions,
    browsers,
    renewing,
    issueAccessToken: async (proven) =>
      tokens.issueAccessToken(proven, await renewing.tokensEnd(proven.sid, proven.uid)),
    holdings: [sessionHoldings(sessions), factors.holdings],
    factors,
  };
}
