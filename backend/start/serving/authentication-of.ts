import type { Authentication } from '../../http/authentication/authentication.ts';
import type { WiredModules } from '../wire-modules.ts';

/** What http asks the modules to know who is calling. */
export function authenticationOf({ identity, users }: Pick<WiredModules, 'identity' | 'users'>): Authentication {
  return {
    ...identity.tokens,
    callerOf: users.callerOf,
    sessionOf: (sid) => identity.sessions.shown(sid),
    sessionNow: (sid) => identity.sessions.now(sid),
    noteAct: (sid, idleFor) => identity.renewing.noteAct(sid, idleFor),
  };
}
