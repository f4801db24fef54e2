import type { CommandContext } from '../../kernel/commands.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { ExpiringCache } from '../../kernel/memory/expiring-cache.ts';
import type { EndedBecause } from '../events.ts';
import type { Secrets } from '../secrets.ts';
import { acted, renewed } from './renewal.ts';
import type { Renewals } from './renewals.ts';
import { sessionCookie } from './session-cookie.ts';
import { sessionOver } from './session-ends.ts';
import { lifetime, ofAdmins } from './session-limits.ts';
import type { SessionHolder, Sessions } from './sessions.ts';

/** How often the last act of a person is written down, in milliseconds. */
const noteEvery = 60_000;

/** A session that was renewed, and what its cookie holds from now on. */
export type RenewedSession = SessionHolder & {
  readonly sid: string;
  readonly token: string;
  readonly expiresAt: Date;
};

/** Renews sessions, and ends those of admins who do nothing. */
export class SessionRenewing {
  readonly #sessions: Sessions;
  readonly #renewals: Renewals;
  readonly #secrets: Secrets;
  readonly #isAdmin: (uid: string) => Promise<boolean>;
  readonly #now: () => Date;
  /** When an act in a session was last written down by this process. */
  readonly #noted: ExpiringCache<true>;

  constructor(deps: {
    sessions: Sessions;
    renewals: Renewals;
    secrets: Secrets;
    isAdmin: (uid: string) => Promise<boolean>;
    now: () => Date;
  }) {
    this.#sessions = deps.sessions;
    this.#renewals = deps.renewals;
    this.#secrets = deps.secrets;
    this.#isAdmin = deps.isAdmin;
    this.#now = deps.now;
    this.#noted = new ExpiringCache({ capacity: 10_000, now: deps.now });
  }

  /**
   * Gives the next token for one that is good, and takes note that it was used.
   * @param idleFor milliseconds since the person last did something themselves; left out where that is not known
   * @throws Unauthorized when there is no such session, or it is over: SessionOver where there is something to say about it;
   * Unavailable while it cannot be known.
   */
  async renew(token: string, idleFor: number | undefined, context: CommandContext): Promise<RenewedSession> {
    const said = this.#secrets.sessionIn(token);
    if (!said) throw nobody();
    const { sid, generation } = said;
    const { uid, accountId, startedAt, expiresAt } = await this.#sessions.running(sid);
    const now = this.#now().getTime();
    let next: number | undefined;
    const kept = await this.#renewals.change(sid, new Date(expiresAt), (before) => {
      const outcome = renewed(before, generation, now);
      next = outcome?.next;
      return idleFor === undefined || !outcome ? outcome?.renewal : acted(outcome.renewal, now - idleFor);
    });
    if (next === undefined) return this.#end(sid, 'reused', context);
    if (await this.#isAdmin(uid)) {
      if (new Date(startedAt).getTime() + ofAdmins.lifetime <= now) return this.#end(sid, 'ran-out', context);
      if (kept?.actedAt !== undefined && kept.actedAt + ofAdmins.idle <= now) return this.#end(sid, 'idle', context);
    }
    const renewedToken = this.#secrets.sessionToken(sid, next);
    return { uid, accountId, sid, token: renewedToken, expiresAt: new Date(expiresAt) };
  }

  /**
   * Whose session a token is of, which is not renewed by that. A token that is used again later than it may ends the session here, too:
   * without this, whoever has a copy would use it where it is not renewed.
   * @throws as `renew`
   */
  async sessionOf(token: string, context: CommandContext): Promise<SessionHolder & { readonly sid: string }> {
    const said = this.#secrets.sessionIn(token);
    if (!said) throw nobody();
    const { sid, generation } = said;
    const { uid, accountId } = await this.#sessions.running(sid);
    const isGood = renewed(await this.#renewals.find(sid), generation, this.#now().getTime()) !== undefined;
    return isGood ? { uid, accountId, sid } : this.#end(sid, 'reused', context);
  }

  /** Whose session a browser has, by its cookies; undefined when none, or one that is over (see `sessionOf`). */
  async sessionIn(
    cookies: { readonly [name: string]: string | undefined },
    context: CommandContext,
  ): Promise<(SessionHolder & { readonly sid: string }) | undefined> {
    try {
      return await this.sessionOf(cookies[sessionCookie] ?? '', context);
    } catch (reason) {
      if (reason instanceof Unauthorized) return undefined;
      throw reason;
    }
  }

  /**
   * Until when an access token of a session may be good: undefined where its own time is the only bound. An admin's ends with
   * their hour of doing nothing, so that nothing that asks by itself keeps them signed in.
   * @throws SessionOver when that is over
   */
  async tokensEnd(sid: string, uid: string): Promise<Date | undefined> {
    if (!(await this.#isAdmin(uid))) return undefined;
    const [{ startedAt }, kept] = await Promise.all([this.#sessions.running(sid), this.#renewals.find(sid)]);
    const now = this.#now().getTime();
    const dayEnds = new Date(startedAt).getTime() + ofAdmins.lifetime;
    const idleEnds = (kept?.actedAt ?? now) + ofAdmins.idle;
    if (dayEnds <= now) throw sessionOver('ran-out');
    if (idleEnds <= now) throw sessionOver('idle');
    return new Date(Math.min(dayEnds, idleEnds));
  }

  /**
   * Notes that an admin did something, a moment ago: once a minute at most, and not while that cannot be written; then the
   * token that they have is good for its time, and what they do next is noted.
   */
  async noteAct(sid: string, idleFor: number): Promise<void> {
    if (idleFor >= noteEvery || this.#noted.get(sid)) return;
    const now = this.#now().getTime();
    this.#noted.set(sid, true, now + noteEvery);
    try {
      await this.#renewals.change(sid, new Date(now + lifetime), (before) => acted(before, now - idleFor));
    } catch {
      this.#noted.delete(sid);
    }
  }

  async #end(sid: string, because: EndedBecause, context: CommandContext): Promise<never> {
    await this.#sessions.endOne(sid, because, context);
    throw sessionOver(because);
  }
}

/** Without a session there is nothing to say. */
export function nobody(): Unauthorized {
  return new Unauthorized('Nobody is signed in.');
}
