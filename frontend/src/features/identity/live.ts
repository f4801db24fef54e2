import type { SessionNotice } from '../../../../modules/identity/contract.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { storedAccess } from '../../lib/session/access-token.ts';
import { sessionsQuery } from './sessions/sessions-query.ts';

export const sessionNotices: Record<SessionNotice, Heard<{ position: string }>> = {
  'sessions.changed': (_, client) => {
    const { queryKey } = sessionsQuery(storedAccess()?.user.email ?? '');
    void client.invalidateQueries({ queryKey });
  },
};
