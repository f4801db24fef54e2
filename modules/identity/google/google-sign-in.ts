import type { View } from '../../kernel/documents/view.ts';
import type { Route } from '../../kernel/route.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { TwoStepSignIn } from '../factors/two-step-sign-in.ts';
import type { AccountDocument } from '../read-models/accounts.ts';
import { setJustSignedIn } from '../sessions/session-cookie.ts';
import type { SessionRenewing } from '../sessions/session-renewing.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Welcome } from '../signing-in/welcome.ts';
import { Attempts } from './attempts.ts';
import type { Issuer } from './issuer.ts';
import { loginRoutes } from './login-routes.ts';
import type { Logins } from './logins.ts';
import type { PendingLinks } from './pending-links.ts';
import { type Enter, googleRoutes } from './routes.ts';
import type { SealedNotes } from './sealed-notes.ts';

/** What it takes to sign in through an issuer. */
export type Elsewhere = {
  /** Undefined where none is set up. */
  readonly issuer: Issuer | undefined;
  /** How people reach the shop, by the host that their browser names. */
  readonly originOf: (host: string | undefined) => string;
  /**
   * Counts that somebody has proved there who they are, each of which is written down; left out where nobody counts.
   * @throws TooMany when it was too often lately
   */
  readonly countProof?: ((uid: string) => Promise<void>) | undefined;
};

/** Signing in through an issuer, and what an account has to do with it. Without an issuer it says that there is none. */
export function googleSignIn(
  deps: Elsewhere & {
    accounts: Accounts;
    shown: Pick<View<AccountDocument>, 'get'>;
    sessions: Sessions;
    renewing: SessionRenewing;
    logins: Logins;
    links: PendingLinks;
    notes: SealedNotes;
    welcome: Welcome;
    twoSteps: TwoStepSignIn;
    secureCookies: boolean;
    now: () => Date;
  },
): { readonly routes: readonly Route[] } {
  const { issuer, accounts, sessions, renewing, logins, links, welcome, twoSteps } = deps;
  const attempts = issuer && new Attempts({ ...deps, issuer, secure: deps.secureCookies });
  const isReal = issuer?.isReal ?? false;

  const enter: Enter = async (holder, { headers, command }) => {
    const waiting = await twoSteps.begin(holder, 'provider');
    if (waiting) return { cookies: [waiting.cookie], needsSecondFactor: true };
    const entered = await welcome.letIn(200, { ...holder, by: 'provider' }, headers, command);
    const told = setJustSignedIn(true, { secure: deps.secureCookies });
    const cookies = [entered.headers?.['Set-Cookie'] ?? [], told].flat();
    return { cookies, position: entered.position, needsSecondFactor: false };
  };

  return {
    routes: [
      ...googleRoutes({
        attempts,
        isReal,
        logins,
        links,
        countProof: deps.countProof ?? (async () => {}),
        enter,
        sessionOf: ({ cookies, command }) => renewing.sessionIn(cookies, command),
        hasSecondFactor: async (holder) => (await twoSteps.begin(holder, 'provider')) !== undefined,
        prove: (sid, context) => sessions.prove(sid, 'provider', context),
      }),
      ...loginRoutes({ attempts, isReal, accounts, shown: deps.shown, logins, sessions }),
    ],
  };
}
