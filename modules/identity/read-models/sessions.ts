import { streamOf } from '../../kernel/aggregate.ts';
import { projection } from '../../kernel/projection.ts';
import type { ProvedBy, SessionEvent } from '../events.ts';
import { session } from '../sessions/session.ts';

/** A session that runs, or ran out and was not ended yet. Times are ISO 8601, UTC. */
export type SessionDocument = {
  readonly sid: string;
  readonly uid: string;
  readonly startedAt: string;
  readonly expiresAt: string;
  readonly provedAt: string;
  readonly by: ProvedBy;
  /** What it was started with, in plain words. */
  readonly browser: string;
};

const idIn = ({ stream }: { stream: string }) => stream.slice(streamOf(session, '').length);

/** Who is signed in where: found by the session, listed by person and by when their time is over. */
export const sessions = projection<SessionDocument, SessionEvent>({
  name: 'sessions',
  version: 1,
  indexes: {
    uid: ({ uid, startedAt }) => ({ key: uid, sort: startedAt }),
    until: ({ expiresAt }) => ({ key: '', sort: expiresAt }),
  },
  on: {
    SessionStarted: {
      id: idIn,
      evolve: (_, event) => {
        const { uid, startedAt, expiresAt, by, browser } = event.data;
        return { sid: idIn(event), uid, startedAt, expiresAt, provedAt: startedAt, by, browser };
      },
    },
    SessionProved: {
      id: idIn,
      evolve: (document, { data: { provedAt } }) => document && { ...document, provedAt },
    },
    SessionEnded: { id: idIn, evolve: () => undefined },
  },
});
