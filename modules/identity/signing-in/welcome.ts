import { parseCookie } from 'cookie';
import type { CommandContext } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/route.ts';
import type { AccountHolder, Accounts } from '../accounts/accounts.ts';
import type { SignedIn } from '../contract.ts';
import type { PendingLinks } from '../google/pending-links.ts';
import { browserIn } from '../sessions/browser-words.ts';
import { setJustSignedIn, setSessionCookie } from '../sessions/session-cookie.ts';
import type { NewSession, Sessions, SignedInWith } from '../sessions/sessions.ts';
import { type KnownBrowsers, knownBrowserCookie } from './known-browsers.ts';
import type { Tokens } from './tokens.ts';

/** What holds a token must not be kept on the way (RFC 6749, 5.1). */
export const unkept = { 'Cache-Control': 'no-store' };

/** Who is let in, and by what. `hasShownSecond`: by a second factor, too. */
type LetIn = AccountHolder & Pick<SignedInWith, 'by'> & { readonly hasShownSecond?: boolean };

type RequestHeaders = { readonly [name: string]: string | string[] | undefined };

/** How somebody who has proved who they are is let in: a session, its cookie, and an ID token. */
export class Welcome {
  readonly #accounts: Pick<Accounts, 'holderOf'>;
  readonly #sessions: Sessions;
  readonly #browsers: KnownBrowsers;
  readonly #links: PendingLinks;
  readonly #tokens: Tokens;
  readonly #hasSecondFactor: (uid: string) => Promise<boolean>;
  readonly #secure: boolean;
  readonly #now: () => Date;

  constructor(deps: {
    accounts: Pick<Accounts, 'holderOf'>;
    sessions: Sessions;
    browsers: KnownBrowsers;
    links: PendingLinks;
    tokens: Tokens;
    /** As the log has it at this moment. */
    hasSecondFactor: (uid: string) => Promise<boolean>;
    secureCookies: boolean;
    now: () => Date;
  }) {
    this.#accounts = deps.accounts;
    this.#sessions = deps.sessions;
    this.#browsers = deps.browsers;
    this.#links = deps.links;
    this.#tokens = deps.tokens;
    this.#hasSecondFactor = deps.hasSecondFactor;
    this.#secure = deps.secureCookies;
    this.#now = deps.now;
  }

  /**
   * Starts a session and answers with it; the same command again gives the same one. A login that waits for this is linked.
   * @param headers of the request, which say which browser it is
   * @param cookies others to be set with the session's
   * @throws Unauthorized for whoever proved it by what is good no more
   */
  async letIn(
    status: number,
    { by, hasShownSecond = false, ...holder }: LetIn,
    headers: RequestHeaders,
    command: CommandContext,
    cookies: readonly string[] = [],
  ): Promise<Answer> {
    const browser = browserIn(headers['user-agent']);
    const session = await this.#sessions.start({ ...holder, by, browser }, command);
    await this.#lookAgain(holder, { ...session, hasShownSecond }, command);
    const sent = parseCookie(String(headers.cookie ?? ''));
    const known = await this.#browsers.remember(sent[knownBrowserCookie], holder);
    const body = await this.#bodyOf(holder, session.sid);
    const set = { ...unkept, 'Set-Cookie': [this.#cookieOf(session), known, ...cookies] };
    return this.#links.finish({ status, body, headers: set, position: session.position }, holder, sent, command);
  }

  /** The answer to whoever goes on in a session, whose cookie is another from now on. */
  async back(
    holder: AccountHolder,
    session: Pick<NewSession, 'sid' | 'token' | 'expiresAt'>,
    { wasJustSignedIn }: { wasJustSignedIn: boolean },
  ): Promise<Answer> {
    const told = wasJustSignedIn ? [setJustSignedIn(false, { secure: this.#secure })] : [];
    const headers = { ...unkept, 'Set-Cookie': [this.#cookieOf(session), ...told] };
    return { status: 200, body: await this.#bodyOf(holder, session.sid), headers };
  }

  /**
   * Whatever changes how a holder proves who they are ends the sessions that there are by then. One that began after that, on
   * a proof of before, is known by this second look; without it, whoever was signing in as the password changed would stay, and so would
   * who has it alone and was signing in as the first second factor was added. An account with another email is at another place, where
   * generations are counted anew.
   */
  async #lookAgain(
    holder: AccountHolder,
    { sid, hasShownSecond }: Pick<NewSession, 'sid'> & Required<Pick<LetIn, 'hasShownSecond'>>,
    command: CommandContext,
  ): Promise<void> {
    const { uid, accountId, generation } = holder;
    const [now, lacksSecond] = await Promise.all([
      this.#accounts.holderOf(holder),
      !hasShownSecond && this.#hasSecondFactor(uid),
    ]);
    const isSame = now?.uid === uid && now.accountId === accountId && now.generation === generation;
    if (isSame && !lacksSecond) return;
    const because = !now ? 'forgotten' : isSame ? 'signed-out-elsewhere' : 'password-changed';
    const ending = { ...command, commandId: derivedId('end-session', command.commandId, sid) };
    await this.#sessions.endOne(sid, because, ending);
    throw new Unauthorized('Your account was changed just now. Please log in again.');
  }

  #cookieOf({ token, expiresAt }: Pick<NewSession, 'token' | 'expiresAt'>): string {
    const maxAge = Math.floor((expiresAt.getTime() - this.#now().getTime()) / 1000);
    return setSessionCookie(token, { maxAge, secure: this.#secure });
  }

  async #bodyOf({ uid, email, name }: AccountHolder, sid: string): Promise<SignedIn> {
    const idToken = await this.#tokens.issueIdToken({ uid, email, name, sid });
    return { idToken, user: { uid, displayName: name, email } };
  }
}
