import { z } from 'zod';
import type { CommandContext } from '../../kernel/commands.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/route.ts';
import type { Kept } from '../accounts/moves.ts';
import { hiddenCookie } from '../hidden-cookie.ts';
import type { Logins } from './logins.ts';
import type { SealedNotes } from './sealed-notes.ts';
import { withCookies } from './send-on.ts';

type Cookies = { readonly [name: string]: string | undefined };

const cookieName = 'inventory_link';
/** How long one may take to sign in to the account that one has, in seconds. */
const lifetime = 15 * 60;
const sealedFor = 'inventory:pending-link';

const note = z.object({
  login: z.object({ id: z.string(), issuer: z.string() }),
  uid: z.string(),
  email: z.string(),
});

/**
 * Logins that wait for their person to sign in, in another way, to the account that their address has. The browser keeps them
 * meanwhile, sealed.
 */
export class PendingLinks {
  readonly #logins: Logins;
  readonly #notes: SealedNotes;
  readonly #secure: boolean;

  constructor(deps: { logins: Logins; notes: SealedNotes; secure: boolean }) {
    this.#logins = deps.logins;
    this.#notes = deps.notes;
    this.#secure = deps.secure;
  }

  /** The cookie that says so. */
  async begin(pending: z.infer<typeof note>): Promise<string> {
    return this.#cookie(await this.#notes.seal(sealedFor, pending, lifetime), lifetime);
  }

  /**
   * The answer to whoever has just signed in, with what waits for them linked to their account. Signing in does not fail
   * because of it; what waits for somebody else is let go.
   */
  async finish(answer: Answer, holder: Kept, cookies: Cookies, context: CommandContext): Promise<Answer> {
    const sealed = cookies[cookieName];
    if (sealed === undefined) return answer;
    const over = withCookies(answer, this.#cookie('', 0));
    const pending = await this.#notes.open(sealedFor, sealed, note);
    if (pending?.uid !== holder.uid) return over;
    try {
      const { position } = await this.#logins.link(pending.login, holder, pending.email, context);
      return { ...over, position };
    } catch (reason) {
      if (reason instanceof Conflict || reason instanceof NotFound) return over;
      throw reason;
    }
  }

  #cookie(value: string, maxAge: number): string {
    return hiddenCookie(cookieName, value, { maxAge, secure: this.#secure, path: '/identity' });
  }
}
