import { sessionOver } from '../../../modules/identity/sessions/session-ends.ts';
import type { LookedAt } from '../../../modules/identity/sessions/sessions.ts';
import { Forbidden, Unauthorized } from '../../../modules/kernel/errors.ts';
import type { Actor } from '../../../modules/kernel/event.ts';
import type { Caller, Identity, KnownUser, Proven, Route } from '../../../modules/kernel/route.ts';

/** What http must ask to know who is calling. */
export type Authentication = {
  /** Who an access token is for. @throws Unauthorized for a bad or expired one. */
  readonly verifyAccessToken: (token: string) => Promise<Proven>;
  /** Who an ID token is for. @throws Unauthorized for a bad or expired one. */
  readonly verifyIdToken: (token: string) => Promise<Proven>;
  /** The user as the shop has them now. */
  readonly callerOf: (uid: string) => Promise<KnownUser | undefined>;
  /** A session as GETs show it; undefined for one that does not run. One that GETs do not show yet runs. */
  readonly sessionOf: (sid: string) => Promise<LookedAt | undefined>;
  /** The same as the log has it at this moment, for what is asked once in a while and counts for long. */
  readonly sessionNow: (sid: string) => Promise<LookedAt | undefined>;
  /** Hears that an admin called, and how many milliseconds ago they last did something themselves. */
  readonly noteAct: (sid: string, idleFor: number) => Promise<void>;
};

export type Authenticated = { readonly caller?: Caller; readonly identity?: Identity; readonly actor: Actor };

/** Somebody known asked for what only admins may. */
export class OnlyForAdmins extends Forbidden {
  readonly caller: Caller;
  constructor(caller: Caller) {
    super('Only admins may do this.');
    this.caller = caller;
  }
}

/**
 * Whose access token came with a call that anybody may make, so that it is counted by whoever makes it. Of the session it is not
 * asked whether it runs: the token opens nothing here.
 */
export async function whoSays(
  authorization: string | undefined,
  { verifyAccessToken }: Pick<Authentication, 'verifyAccessToken'>,
): Promise<string | undefined> {
  const token = tokenIn(authorization);
  if (token === undefined) return undefined;
  return verifyAccessToken(token).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

function tokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Who is calling, as far as the route wants to know.
 * @throws Unauthorized without a good token of a session that runs; OnlyForAdmins for an admin's route and no admin.
 */
export async function authenticate(
  access: Route['access'],
  authorization: string | undefined,
  authentication: Authentication,
): Promise<Authenticated> {
  if (access === 'anyone') return { actor: { uid: 'anonymous', role: 'anonymous' } };
  const token = tokenIn(authorization);
  if (token === undefined) throw new Unauthorized('Please log in.');
  if (access === 'identity') {
    const proven = await authentication.verifyIdToken(token);
    const session = await authentication.sessionNow(proven.sid);
    if (!session) throw new Unauthorized('Please log in again.');
    const identity = { ...proven, provedAt: session.provedAt };
    return { identity, actor: { uid: identity.uid, role: 'user' } };
  }
  const { uid, sid } = await authentication.verifyAccessToken(token);
  const [known, session] = await Promise.all([authentication.callerOf(uid), authentication.sessionOf(sid)]);
  if (!known || !session) throw new Unauthorized('Please log in again.');
  // Somebody made an admin in a session that is older than theirs may be begins another one, which is a fresh proof.
  if (known.role === 'admin' && !session.isYoung) throw sessionOver('ran-out');
  const caller = { ...known, sid, provedAt: session.provedAt };
  if (access === 'admin' && caller.role !== 'admin') throw new OnlyForAdmins(caller);
  return { caller, actor: { uid, role: caller.role } };
}
