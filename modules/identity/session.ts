import type { Aggregate } from '../kernel/aggregate.ts';
import type { SessionEvent } from './events.ts';

/** A sign-in for a while. That its time is over shows only beside a clock: see `expiresAt`, ISO 8601, UTC. */
export type Session =
  | { status: 'none' }
  | { status: 'started'; uid: string; accountId: string; expiresAt: string }
  | { status: 'ended' };

function evolve(_: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'SessionStarted':
      return { status: 'started', ...event.data };
    case 'SessionEnded':
      return { status: 'ended' };
  }
}

export const session: Aggregate<Session, SessionEvent> = { name: 'session', initial: { status: 'none' }, evolve };
