import type { Commands } from '../../kernel/commands.ts';
import type { Holdings } from '../../kernel/holdings.ts';
import type { Route } from '../../kernel/route.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { KnownBrowsers } from '../signing-in/known-browsers.ts';
import type { Welcome } from '../signing-in/welcome.ts';
import { Challenges } from './challenges.ts';
import { Confirmations } from './confirmations.ts';
import { factorHoldings } from './holdings.ts';
import { Passkeys } from './passkeys.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import { proofRoutes } from './proof-routes.ts';
import { factorRoutes } from './routes.ts';
import { SecondFactors } from './second-factors.ts';
import { siteOf } from './site.ts';
import { TwoStepSignIn } from './two-step-sign-in.ts';

export type IdentityFactors = {
  readonly routes: readonly Route[];
  readonly holdings: Holdings;
  readonly own: SecondFactors;
  /** For every way to sign in. */
  readonly twoSteps: TwoStepSignIn;
  /** For every way to prove anew who one is. */
  readonly confirmations: Confirmations;
};

/** What people prove beyond the first: second factors, and again who they are. */
export function factorsOf(deps: {
  commands: Commands;
  accounts: Accounts;
  sessions: Sessions;
  welcome: Welcome;
  browsers: KnownBrowsers;
  secret: Uint8Array;
  /** Where people reach the shop. */
  address: string;
  secureCookies: boolean;
  now: () => Date;
}): IdentityFactors {
  const { commands, accounts, sessions, welcome, browsers, secret, address, secureCookies, now } = deps;
  const own = new SecondFactors({ commands, secret, now });
  const passkeys = new Passkeys({ site: siteOf(address), challenges: new Challenges({ secret, now }) });
  const pending = new PendingSignIns({ secret, secure: secureCookies, now });
  const twoSteps = new TwoStepSignIn({ accounts, factors: own, passkeys, pending, browsers });
  const confirmations = new Confirmations({ accounts, sessions, factors: own, passkeys });
  return {
    routes: [
      ...proofRoutes({ twoSteps, pending, confirmations, welcome }),
      ...factorRoutes({ factors: own, passkeys, confirmations, sessions }),
    ],
    holdings: factorHoldings(own),
    own,
    twoSteps,
    confirmations,
  };
}
