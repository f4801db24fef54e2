import { type Route, route } from '../kernel/route.ts';
import { justSignedIn } from '../kernel/wire/just-signed-in.ts';
import { problem } from '../kernel/wire/wire.ts';
import type { Accounts } from './accounts/accounts.ts';
import { EmailTaken } from './commands/open-account.ts';
import { keySet, signedIn, signInBody, signUpBody } from './contract.ts';
import type { TwoStepSignIn } from './factors/two-step-sign-in.ts';
import type { PasswordRules } from './passwords/password-rules.ts';
import { idleForIn } from './sessions/idle-for.ts';
import { sessionCookie, setSessionCookie } from './sessions/session-cookie.ts';
import { nobody, type SessionRenewing } from './sessions/session-renewing.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { FailedSignIns } from './signing-in/failed-sign-ins.ts';
import type { RefusedSignUps } from './signing-in/refused-sign-ups.ts';
import type { Tokens } from './signing-in/tokens.ts';
import type { Welcome } from './signing-in/welcome.ts';
import { WrongCredentials } from './signing-in/wrong-credentials.ts';

export function identityRoutes(deps: {
  accounts: Accounts;
  rules: PasswordRules;
  sessions: Sessions;
  renewing: SessionRenewing;
  failures: FailedSignIns;
  refusals: RefusedSignUps;
  twoSteps: TwoStepSignIn;
  welcome: Welcome;
  tokens: Tokens;
  secureCookies: boolean;
}): Route[] {
  const {
    accounts,
    rules,
    sessions,
    renewing,
    failures,
    refusals,
    twoSteps,
    welcome,
    tokens,
    secureCookies: secure,
  } = deps;

  return [
    route({
      method: 'post',
      path: '/identity/sign-up',
      access: 'anyone',
      byCookie: true,
      summary: 'Opens an account and signs in to it',
      body: signUpBody,
      secretFields: ['password'],
      costsPassword: 'each-time',
      answers: {
        201: { description: 'Signed in; sets the session cookie', schema: signedIn },
        409: { description: 'The email is taken', schema: problem },
      },
      handle: async ({ body, headers, command, signal }) => {
        await rules.check(body);
        const holder = await accounts.open(body, command, signal).catch(async (reason: unknown) => {
          if (reason instanceof EmailTaken) await refusals.note(body.email, command);
          throw reason;
        });
        return welcome.letIn(201, { ...holder, by: 'password' }, headers, command);
      },
    }),
    route({
      method: 'post',
      path: '/identity/sign-in',
      access: 'anyone',
      byCookie: true,
      summary: 'Signs in with email and password',
      body: signInBody,
      secretFields: ['password'],
      costsPassword: true,
      answers: {
        200: { description: 'Signed in; sets the session cookie', schema: signedIn },
        401: {
          description: 'The email or the password is wrong (which one is not said), or a second factor is wanted',
          schema: problem,
        },
      },
      handle: async ({ body, headers, command, signal }) => {
        try {
          const holder = await accounts.signIn(body, signal);
          await twoSteps.demand(holder, 'password');
          return await welcome.letIn(200, { ...holder, by: 'password' }, headers, command);
        } catch (reason) {
          if (reason instanceof WrongCredentials) await failures.note(reason.accountId, command);
          throw reason;
        }
      },
    }),
    route({
      method: 'post',
      path: '/identity/refresh',
      access: 'anyone',
      byCookie: true,
      summary: 'A new ID token for the session of the cookie',
      answers: {
        200: { description: 'Still signed in; sets the session cookie anew', schema: signedIn },
        401: { description: 'No session, or one that is over', schema: problem },
      },
      handle: async ({ cookies, headers, command }) => {
        const token = cookies[sessionCookie];
        if (!token) throw nobody();
        const session = await renewing.renew(token, idleForIn(headers['idle-for']), command);
        const holder = await accounts.holderOf(session);
        if (!holder) throw nobody(); // The account may have been closed.
        return welcome.back(holder, session, { wasJustSignedIn: cookies[justSignedIn] !== undefined });
      },
    }),
    route({
      method: 'post',
      path: '/identity/sign-out',
      access: 'anyone',
      byCookie: true,
      summary: 'Ends the session of the cookie, on the server too',
      answers: { 204: { description: 'Nobody is signed in any more' } },
      handle: async ({ cookies, command }) => {
        const token = cookies[sessionCookie];
        const { position } = token ? await sessions.end(token, command) : { position: undefined };
        const headers = { 'Set-Cookie': setSessionCookie('', { maxAge: 0, secure }) };
        return { status: 204, headers, position: position || undefined };
      },
    }),
    route({
      method: 'get',
      path: '/.well-known/jwks.json',
      access: 'anyone',
      summary: 'The public keys that tokens can be checked with',
      answers: { 200: { description: 'A JSON Web Key Set', schema: keySet } },
      handle: async () => ({
        status: 200,
        body: tokens.keySet(),
        headers: { 'Cache-Control': 'public, max-age=300' },
      }),
    }),
  ];
}
