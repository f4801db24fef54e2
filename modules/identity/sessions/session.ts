import type { Aggregate } from '../../kernel/aggregate.ts';
import type { EndedBecause, ProvedBy, SessionEvent, SessionStarted } from '../events.ts';

/** A session that was started and not ended. Its times are ISO 8601, UTC. */
export type StartedSession = {
  readonly status: 'started';
  /** When somebody last proved in it who they are. */
  readonly provedAt: string;
  /** And with what. */
  readonly provedBy: ProvedBy;
} & Readonly<SessionStarted['data']>;

/** A sign-in for a while. That its time is over shows only beside a clock: see `expiresAt`. */
export type Session =
  | { readonly status: 'none' }
  | StartedSession
  | { readonly status: 'ended'; readonly uid: string; readonly because: EndedBecause };

function evolve(state: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'SessionStarted':
      return { status: 'started', provedAt: event.data.startedAt, provedBy: event.data.by, ...event.data };
    case 'SessionProved':
      if (state.status !== 'started') return state;
      return { ...state, provedAt: event.data.provedAt, provedBy: event.data.by };
    case 'SessionEnded':
      return { status: 'ended', ...event.data };
    case 'OthersSignedOut':
      return state;
    default: // What a newer release wrote and this one does not know.
      return state;
  }
}

export const session: Aggregate<Session, SessionEvent> = { name: 'session', initial: { status: 'none' }, evolve };
