import { parseCookie } from 'cookie';
import { type Answer, type Route, route } from '../kernel/route.ts';
import { problem } from '../kernel/wire.ts';
import type { AccountHolder, Accounts } from './accounts.ts';
import { browserIn } from './browser-words.ts';
import { EmailTaken } from './commands/open-account.ts';
import { keySet, type SignedIn, signedIn, signInBody, signUpBody } from './contract.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import { idleForIn } from './idle-for.ts';
import { type KnownBrowsers, knownBrowserCookie } from './known-browsers.ts';
import type { PasswordRules } from './password-rules.ts';
import type { RefusedSignUps } from './refused-sign-ups.ts';
import { sessionCookie, setSessionCookie } from './session-cookie.ts';
import { nobody, type SessionRenewing } from './session-renewing.ts';
import type { NewSession, Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import { WrongCredentials } from './wrong-credentials.ts';

type Headers = { readonly [name: string]: string | string[] | undefined };

/** What holds a token must not be kept on the way (RFC 6749, 5.1). */
const unkept = { 'Cache-Control': 'no-store' };

const withPassword = (headers: Headers) => ({ by: 'password' as const, browser: browserIn(headers['user-agent']) });

export function identityRoutes(deps: {
  accounts: Accounts;
  rules: PasswordRules;
  sessions: Sessions;
  browsers: KnownBrowsers;
  renewing: SessionRenewing;
  failures: FailedSignIns;
  refusals: RefusedSignUps;
  tokens: Tokens;
  secureCookies: boolean;
  now: () => Date;
}): Route[] {
  const {
    accounts,
    rules,
    sessions,
    renewing,
    browsers,
    failures,
    refusals,
    tokens,
    secureCookies: secure,
    now,
  } = deps;

  async function bodyOf({ uid, email, name }: AccountHolder, sid: string): Promise<SignedIn> {
    return { idToken: await tokens.issueIdToken({ uid, email, name, sid }), user: { uid, displayName: name, email } };
  }

  async function welcome(status: number, holder: AccountHolder, session: NewSession, asked: Headers): Promise<Answer> {
    const maxAge = Math.floor((session.expiresAt.getTime() - now().getTime()) / 1000);
    const known = parseCookie(String(asked.cookie ?? ''))[knownBrowserCookie];
    const cookies = [setSessionCookie(session.token, { maxAge, secure }), await browsers.remember(known, holder)];
    const headers = { ...unkept, 'Set-Cookie': cookies };
    return { status, body: await bodyOf(holder, session.sid), headers, position: session.position };
  }

  return [
    route({
      method: 'post',
      path: '/identity/sign-up',
      access: 'anyone',
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
        const session = await sessions.start({ ...holder, ...withPassword(headers) }, command);
        return welcome(201, holder, session, headers);
      },
    }),
    route({
      method: 'post',
      path: '/identity/sign-in',
      access: 'anyone',
      summary: 'Signs in with email and password',
      body: signInBody,
      secretFields: ['password'],
      costsPassword: true,
      answers: {
        200: { description: 'Signed in; sets the session cookie', schema: signedIn },
        401: { description: 'The email or the password is wrong; which one is not said', schema: problem },
      },
      handle: async ({ body, headers, command, signal }) => {
        try {
          const holder = await accounts.signIn(body, signal);
          const session = await sessions.start({ ...holder, ...withPassword(headers) }, command);
          return await welcome(200, holder, session, headers);
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
        const maxAge = Math.floor((session.expiresAt.getTime() - now().getTime()) / 1000);
        const cookie = setSessionCookie(session.token, { maxAge, secure });
        return { status: 200, body: await bodyOf(holder, session.sid), headers: { ...unkept, 'Set-Cookie': cookie } };
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
