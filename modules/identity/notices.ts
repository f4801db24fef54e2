import { streamOf } from '../kernel/aggregate.ts';
import { type Notices, notices } from '../kernel/notices.ts';
import type { PersonForgotten, SessionNotice } from './contract.ts';
import type { SessionEnded, SessionStarted } from './events.ts';
import { sessions } from './read-models/sessions.ts';
import { session } from './sessions/session.ts';

/** Whoever is signed out, or forgotten, hears nothing more; they hear where else they signed in or out. */
export function identityNotices(): Notices {
  const changed = ({ data }: { data: { uid: string } }) => {
    const name: SessionNotice = 'sessions.changed';
    return { name, to: { uid: data.uid }, payload: {} };
  };
  return notices<SessionStarted | SessionEnded | PersonForgotten>({
    shownBy: [sessions],
    on: { SessionStarted: changed, SessionEnded: changed },
    ends: {
      SessionEnded: ({ stream }) => ({ sid: stream.slice(streamOf(session, '').length) }),
      PersonForgotten: ({ data }) => ({ uid: data.uid }),
    },
  });
}
