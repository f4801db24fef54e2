import type { LookedAt } from '../../../modules/identity/sessions/sessions.ts';
import type { InSession } from '../../../modules/kernel/route.ts';

/** The session of a caller whom a test makes up. */
export const inSession: InSession = { sid: 's1', provedAt: new Date('2026-01-02T03:04:05.000Z') };

/** What http/ finds of it, where it is young enough for anybody. */
export const lookedAt: LookedAt = { provedAt: inSession.provedAt, isYoung: true };
