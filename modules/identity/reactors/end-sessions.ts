import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { PasswordChanged } from '../events.ts';
import type { Sessions } from '../sessions.ts';

/**
 * Ends the sessions of before when somebody has another password, but the one in which they changed it. Whoever changes it has
 * that done before they are answered; this does it when the node was gone before.
 */
export function endSessionsOfBefore(sessions: Pick<Sessions, 'endAllOf'>): Reactor {
  return reactor<PasswordChanged>({
    name: 'end-sessions-of-before',
    awaited: false,
    on: {
      async PasswordChanged(event) {
        const { uid, sid } = event.data;
        const ending = { because: 'password-changed', except: sid, before: new Date(event.meta.time) } as const;
        return (await sessions.endAllOf(uid, ending, becauseOf(event, 'end-sessions-of-before'))).position || undefined;
      },
    },
  });
}
