import { Forbidden, Unauthorized } from '../../modules/kernel/errors.ts';
import type { Actor } from '../../modules/kernel/event.ts';
import type { Caller, Identity, Route } from '../../modules/kernel/route.ts';

/** What http must ask to know who is calling. */
export type Authentication = {
  /** Who an access token is for. @throws Unauthorized for a bad or expired one. */
  readonly verifyAccessToken: (token: string) => Promise<Identity>;
  /** Who an ID token is for. @throws Unauthorized for a bad or expired one. */
  readonly verifyIdToken: (token: string) => Promise<Identity>;
  /** The user as the shop has them now. */
  readonly callerOf: (uid: string) => Promise<Caller | undefined>;
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
 * Who is calling, as far as the route wants to know.
 * @throws Unauthorized without a good token; OnlyForAdmins for an admin's route and no admin.
 */
export async function authenticate(
  access: Route['access'],
  authorization: string | undefined,
  authentication: Authentication,
): Promise<Authenticated> {
  if (access === 'anyone') return { actor: { uid: 'anonymous', role: 'anonymous' } };
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new Unauthorized('Please log in.');
  if (access === 'identity') {
    const identity = await authentication.verifyIdToken(token);
    return { identity, actor: { uid: identity.uid, role: 'user' } };
  }
  const { uid } = await authentication.verifyAccessToken(token);
  const caller = await authentication.callerOf(uid);
  if (!caller) throw new Unauthorized('Please log in again.');
  if (access === 'admin' && caller.role !== 'admin') throw new OnlyForAdmins(caller);
  return { caller, actor: { uid, role: caller.role } };
}
