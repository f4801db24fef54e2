import { z } from 'zod';
import type { CommandContext } from '../../kernel/commands.ts';
import { Conflict, NotFound, TooMany, Unauthorized } from '../../kernel/errors.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';
import type { AccountHolder } from '../accounts/accounts.ts';
import type { Kept } from '../accounts/moves.ts';
import type { GoogleOutcome } from '../contract.ts';
import { type Attempt, type Attempts, callbackPath, type Purpose } from './attempts.ts';
import { type IssuersAnswer, NotVouched, type Vouched } from './issuer.ts';
import type { Logins } from './logins.ts';
import { newcomerThrough } from './newcomer.ts';
import type { PendingLinks } from './pending-links.ts';
import { pathHere } from './return-to.ts';
import { backTo, goTo, toLogin, withCookies } from './send-on.ts';

type Cookies = { readonly [name: string]: string | undefined };
type Headers = { readonly [name: string]: string | string[] | undefined };
type Request = { readonly cookies: Cookies; readonly headers: Headers; readonly command: CommandContext };

/** How somebody whom an issuer vouches for comes in: with a session, or to be asked for their second factor. */
export type Entry = {
  readonly cookies: readonly string[];
  readonly position?: bigint;
  readonly needsSecondFactor: boolean;
};

/**
 * Lets in somebody who has proved who they are. Their session is that of the request's command.
 */
export type Enter = (holder: AccountHolder, request: Request) => Promise<Entry>;

type Wiring = {
  /** Undefined where no issuer is set up. */
  readonly attempts: Attempts | undefined;
  /** Whether what the issuer says of addresses counts. */
  readonly isReal: boolean;
  readonly logins: Logins;
  readonly links: PendingLinks;
  /** @throws TooMany for whoever was here too often lately */
  readonly countProof: (uid: string) => Promise<void>;
  readonly enter: Enter;
  /** Whose session the browser has; undefined when none. */
  readonly sessionOf: (
    request: Pick<Request, 'cookies' | 'command'>,
  ) => Promise<(Kept & { readonly sid: string }) | undefined>;
  /** Whether they prove anew who they are with that, and with nothing less. */
  readonly hasSecondFactor: (holder: AccountHolder) => Promise<boolean>;
  /** Notes that somebody proved again, in a session, who they are. */
  readonly prove: (sid: string, context: CommandContext) => Promise<{ position: bigint }>;
};

const text = z.string().optional();
const beginQuery = z.object({ returnTo: text, confirm: text });
const callbackQuery = z.object({ code: text, state: text, error: text, iss: text });

const nothing = { code: undefined, state: undefined, error: undefined, iss: undefined };

const browserIsSentOn = { 302: { description: 'Goes on: to the issuer, to the page, or to /login, which says why' } };

/** Signing in through Google, or whichever issuer is set up. A browser is led through these, so that none of them fails bare. */
export function googleRoutes({
  attempts,
  isReal,
  logins,
  links,
  countProof,
  enter,
  sessionOf,
  hasSecondFactor,
  prove,
}: Wiring): Route[] {
  async function arrive(attempt: Attempt, vouched: Vouched, request: Request): Promise<Answer> {
    const { command } = request;
    const login = logins.loginOf(vouched);
    const known = await logins.holderOf(login);
    if (known) return comeIn(attempt, known, request);
    const newcomer = newcomerThrough(vouched, login);
    if (!newcomer || (isReal && !newcomer.isProved)) return toLogin(attempt.returnTo, 'unverified');
    const arrival = await logins.arrive(newcomer, command);
    switch (arrival.kind) {
      case 'home':
        return comeIn(attempt, arrival.holder, request);
      case 'to-link': {
        const { email } = newcomer;
        const cookie = await links.begin({ login, uid: arrival.account.uid, email });
        return withCookies(toLogin(attempt.returnTo, 'link'), cookie);
      }
      case 'taken':
        return toLogin(attempt.returnTo, 'taken');
    }
  }

  async function comeIn({ returnTo }: Attempt, holder: AccountHolder, request: Request): Promise<Answer> {
    await countProof(holder.uid);
    const { cookies, position, needsSecondFactor } = await enter(holder, request);
    const asked = `/login?second-factor&${new URLSearchParams({ returnTo })}`;
    return { ...withCookies(goTo(needsSecondFactor ? asked : returnTo), ...cookies), position };
  }

  async function link(attempt: Attempt, vouched: Vouched, request: Request): Promise<Answer> {
    const { purpose, returnTo } = attempt;
    const session = await sessionOf(request);
    if (purpose.kind !== 'link' || session?.uid !== purpose.uid) return backTo(returnTo, 'again');
    await countProof(session.uid);
    const seen = vouched.isEmailVerified ? vouched.email : undefined;
    try {
      const { position } = await logins.link(logins.loginOf(vouched), purpose, seen, request.command);
      return { ...backTo(returnTo, 'linked'), position };
    } catch (reason) {
      if (reason instanceof Conflict || reason instanceof NotFound) return backTo(returnTo, 'linked-elsewhere');
      throw reason;
    }
  }

  async function confirm({ purpose, returnTo }: Attempt, vouched: Vouched, request: Request): Promise<Answer> {
    const session = await sessionOf(request);
    const isSame = purpose.kind === 'confirm' && session?.sid === purpose.sid;
    const holder = await logins.holderOf(logins.loginOf(vouched));
    if (!session || !isSame || holder?.uid !== session.uid) return backTo(returnTo, 'another');
    if (await hasSecondFactor(holder)) return backTo(returnTo, 'second-factor');
    await countProof(session.uid);
    const { position } = await prove(session.sid, request.command);
    return { ...backTo(returnTo, 'confirmed'), position };
  }

  /** Whatever an attempt comes to, in the end the browser is somewhere. */
  async function finish(
    attempts: Attempts,
    attempt: Attempt,
    answer: IssuersAnswer,
    request: Request,
  ): Promise<Answer> {
    try {
      const vouched = await attempts.finish(attempt, answer);
      const { kind } = attempt.purpose;
      return await { 'sign-in': arrive, link, confirm }[kind](attempt, vouched, request);
    } catch (reason) {
      const isPassing = reason instanceof Conflict || reason instanceof Unauthorized;
      const isTooOften = reason instanceof TooMany;
      const passing = isTooOften ? 'too-often' : isPassing ? 'again' : undefined;
      const because = reason instanceof NotVouched ? reason.because : passing;
      if (because === undefined) throw reason;
      return attempt.purpose.kind === 'sign-in'
        ? toLogin(attempt.returnTo, because)
        : backTo(attempt.returnTo, because);
    }
  }

  return [
    route({
      method: 'get',
      path: '/identity/google',
      access: 'anyone',
      byCookie: true,
      summary:
        'Leads the browser to the OpenID Connect issuer, to sign in there; with confirm, to prove anew who one is',
      query: beginQuery,
      answers: browserIsSentOn,
      async handle({ query: { returnTo, confirm }, cookies, headers, command }) {
        const isAnew = confirm !== undefined;
        const failed = (because: GoogleOutcome) => (isAnew ? backTo : toLogin)(pathHere(returnTo), because);
        if (!attempts) return failed('not-set-up');
        const session = isAnew ? await sessionOf({ cookies, command }) : undefined;
        if (isAnew && !session) return toLogin(pathHere(returnTo), 'expired');
        try {
          const purpose: Purpose = session ? { kind: 'confirm', sid: session.sid } : { kind: 'sign-in' };
          const { address, cookie } = await attempts.begin(purpose, returnTo, headers);
          return withCookies(goTo(address), cookie);
        } catch (reason) {
          if (reason instanceof NotVouched) return failed(reason.because);
          throw reason;
        }
      },
    }),
    route({
      method: 'get',
      path: callbackPath,
      access: 'anyone',
      byCookie: true,
      summary: 'Where the issuer sends the browser back to: sets the session cookie, and goes on to the page asked for',
      query: callbackQuery,
      answers: browserIsSentOn,
      async handle(request) {
        const attempt = await attempts?.under(request.cookies);
        if (!attempts || !attempt) return toLogin('/', attempts ? 'expired' : 'not-set-up');
        return withCookies(await finish(attempts, attempt, { ...nothing, ...request.query }, request), attempts.over);
      },
    }),
  ];
}
