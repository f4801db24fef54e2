import type { Aggregate } from '../kernel/aggregate.ts';
import type { SessionEvent } from './events.ts';

/** A sign-in for a while. That its time is over shows only beside a clock: see `expiresAt`, ISO 8601, UTC. */
export type Session =
  | { status: 'none' }
  | { status: 'started'; uid: string; accountId: string; expiresAt: string }
  | { status: 'ended' };

function evolve(state: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'SessionStarted':
      return { status: 'started', ...event.data };
    case 'SessionEnded':
      return { status: 'ended' };
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const session: Aggregate<Session, SessionEvent> = { name: 'session', initial: { status: 'none' }, evolve };
