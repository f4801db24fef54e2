import { streamOf } from '../kernel/aggregate.ts';
import { type Notices, notices } from '../kernel/notices.ts';
import type { PersonForgotten } from './contract.ts';
import type { SessionEnded } from './events.ts';
import { session } from './session.ts';

/** Whoever is signed out, or forgotten, hears nothing more. */
export function identityNotices(): Notices {
  return notices<SessionEnded | PersonForgotten>({
    ends: {
      SessionEnded: ({ stream }) => ({ sid: stream.slice(streamOf(session, '').length) }),
      PersonForgotten: ({ data }) => ({ uid: data.uid }),
    },
  });
}
