import { z } from 'zod';
import { hiddenCookie } from '../hidden-cookie.ts';
import type { Handshake, Issuer, IssuersAnswer, Vouched } from './issuer.ts';
import { pathHere } from './return-to.ts';
import type { SealedNotes } from './sealed-notes.ts';

/** Where an issuer sends people back to. */
export const callbackPath = '/identity/google/callback';

const cookieName = 'inventory_google';
/** How long one may take at the issuer, in seconds. */
const lifetime = 10 * 60;
const sealedFor = 'inventory:google-attempt';

/** What somebody goes to the issuer for. */
const purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in') }),
  /** Somebody who is signed in wants to be able to sign in so, too. */
  z.object({ kind: z.literal('link'), uid: z.string(), accountId: z.string() }),
  /** Somebody who is signed in proves again who they are. */
  z.object({ kind: z.literal('confirm'), sid: z.string() }),
]);
export type Purpose = z.infer<typeof purpose>;

const note = z.object({
  handshake: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }) satisfies z.ZodType<Handshake>,
  callback: z.string(),
  returnTo: z.string(),
  purpose,
  /** When it began: ISO 8601, UTC. */
  since: z.string(),
});
export type Attempt = z.infer<typeof note>;

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * Attempts to be vouched for by an issuer. What an attempt needs at its end its browser keeps for it, sealed: so any node can
 * end it, and nobody else's browser (login CSRF: RFC 6749, 10.12). It is good once: whoever ends it has its cookie taken away.
 */
export class Attempts {
  readonly #issuer: Issuer;
  readonly #notes: SealedNotes;
  readonly #secure: boolean;
  readonly #originOf: (host: string | undefined) => string;
  readonly #now: () => Date;

  constructor(deps: {
    issuer: Issuer;
    notes: SealedNotes;
    secure: boolean;
    /** How people reach the shop, by the host that their browser names. */
    originOf: (host: string | undefined) => string;
    now: () => Date;
  }) {
    this.#issuer = deps.issuer;
    this.#notes = deps.notes;
    this.#secure = deps.secure;
    this.#originOf = deps.originOf;
    this.#now = deps.now;
  }

  /**
   * Where to send the browser, and the cookie that it takes along.
   * @throws NotVouched when the issuer is away.
   */
  async begin(
    purpose: Purpose,
    returnTo: string | undefined,
    headers: Headers,
  ): Promise<{ address: string; cookie: string }> {
    const host = typeof headers.host === 'string' ? headers.host : undefined;
    const callback = this.#originOf(host) + callbackPath;
    const { address, handshake } = await this.#issuer.begin({ callback, anew: purpose.kind === 'confirm' });
    const since = this.#now().toISOString();
    const attempt: Attempt = { handshake, callback, returnTo: pathHere(returnTo), purpose, since };
    return { address, cookie: this.#cookie(await this.#notes.seal(sealedFor, attempt, lifetime), lifetime) };
  }

  /** The attempt that this browser began; undefined when it did not, or too long ago. */
  under(cookies: { readonly [name: string]: string | undefined }): Promise<Attempt | undefined> {
    return this.#notes.open(sealedFor, cookies[cookieName], note);
  }

  /** @throws NotVouched */
  finish({ handshake, callback, purpose, since }: Attempt, answer: IssuersAnswer): Promise<Vouched> {
    const anew = purpose.kind === 'confirm';
    return this.#issuer.finish(answer, { handshake, callback, anew, since: new Date(since) });
  }

  /** Takes the cookie away. */
  get over(): string {
    return this.#cookie('', 0);
  }

  #cookie(value: string, maxAge: number): string {
    return hiddenCookie(cookieName, value, { maxAge, secure: this.#secure, path: '/identity/google' });
  }
}
