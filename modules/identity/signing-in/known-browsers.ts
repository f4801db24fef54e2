import { createHmac, randomBytes } from 'node:crypto';
import { digest } from '../../kernel/encoding/derived.ts';
import { isSameText } from '../../kernel/encoding/same-text.ts';
import type { AccountHolder, Accounts } from '../accounts/accounts.ts';
import { hiddenCookie } from '../hidden-cookie.ts';

export const knownBrowserCookie = 'inventory_known';

/** How long a browser is known for after a sign-in, in days; and how many accounts it is known to, the newest first. */
const lifetime = 180;
const mostAccounts = 5;
const day = 24 * 60 * 60 * 1_000;

/** `since` in days since the Unix epoch; the mark can be made by the shop alone, of the browser, the day and the account. */
type Entry = { readonly since: number; readonly mark: string };
type Browser = { readonly id: string; readonly entries: readonly Entry[] };

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that somebody was signed in with
 * keeps a cookie that says so, and is not locked out of that account by what others guess. It signs nobody in. It names
 * no account: only who knows the email and the shop's secret can tell which ones it is for. A changed password and another
 * owner of the email end it.
 */
export class KnownBrowsers {
  readonly #accounts: Pick<Accounts, 'findByEmail'>;
  readonly #secret: Uint8Array;
  readonly #secure: boolean;
  readonly #now: () => Date;

  constructor(deps: {
    accounts: Pick<Accounts, 'findByEmail'>;
    secret: Uint8Array;
    secureCookies: boolean;
    now: () => Date;
  }) {
    this.#accounts = deps.accounts;
    this.#secret = deps.secret;
    this.#secure = deps.secureCookies;
    this.#now = deps.now;
  }

  /** The id of the browser whose cookie it is, if somebody was signed in with it to the account that an email has now. */
  async knows(cookie: string | undefined, email: string): Promise<string | undefined> {
    const browser = this.#read(cookie);
    if (!browser) return undefined;
    const account = await this.#accounts.findByEmail(email);
    const isKnown = browser.entries.some(
      ({ since, mark }) => this.#isLately(since) && isSameText(mark, this.#mark(browser.id, since, account)),
    );
    return account && isKnown ? browser.id : undefined;
  }

  /** The cookie, as Set-Cookie has it, of a browser with which somebody has just proved who they are. */
  async remember(cookie: string | undefined, { email }: Pick<AccountHolder, 'email'>): Promise<string> {
    const { id, entries } = this.#read(cookie) ?? { id: randomBytes(16).toString('base64url'), entries: [] };
    const account = await this.#accounts.findByEmail(email);
    const others = entries.filter(({ since, mark }) => mark !== this.#mark(id, since, account));
    const since = this.#today();
    const newest = [{ since, mark: this.#mark(id, since, account) }, ...others].slice(0, mostAccounts);
    const said = [id, ...newest.flatMap((entry) => [entry.since.toString(36), entry.mark])].join('.');
    return hiddenCookie(knownBrowserCookie, `${said}.${this.#signature(said)}`, {
      maxAge: (lifetime * day) / 1_000,
      secure: this.#secure,
      path: '/identity', // Nobody else asks.
    });
  }

  #read(cookie: string | undefined): Browser | undefined {
    const end = cookie?.lastIndexOf('.') ?? -1;
    if (cookie === undefined || end < 0) return undefined;
    const said = cookie.slice(0, end);
    if (!isSameText(cookie.slice(end + 1), this.#signature(said))) return undefined;
    const [id = '', ...rest] = said.split('.');
    const entries = Array.from({ length: rest.length / 2 }, (_, at) => ({
      since: Number.parseInt(rest[2 * at] ?? '', 36),
      mark: rest[2 * at + 1] ?? '',
    }));
    return { id, entries };
  }

  #mark(id: string, since: number, account: { uid: string; passwordHash?: string } | undefined): string {
    const of = digest('known-browser', id, String(since), account?.uid ?? '', account?.passwordHash ?? '');
    return createHmac('sha256', this.#secret).update(of).digest().subarray(0, 16).toString('base64url');
  }

  #signature(said: string): string {
    return createHmac('sha256', this.#secret).update(digest('known-browsers', said)).digest('base64url');
  }

  #today(): number {
    return Math.floor(this.#now().getTime() / day);
  }

  #isLately(since: number): boolean {
    return since > this.#today() - lifetime;
  }
}
