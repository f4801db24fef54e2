import { becauseOf } from '../../kernel/commands.ts';
import { proofMinutes } from '../../kernel/fresh-proof.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { LoginUnlinked, PasswordChanged } from '../events.ts';
import type { Sessions } from '../sessions.ts';

/** Milliseconds: who takes a login away has proved who they are within half of it, and the call takes no longer than the other half. */
const proved = 2 * proofMinutes * 60_000;

/**
 * Ends the sessions of before when somebody has another password, but the one in which they changed it; and when they took a login away,
 * but those in which they proved lately who they are, since that event does not say in which one it was. Whoever does it has
 * that done before they are answered; this does it when the node was gone before.
 */
export function endSessionsOfBefore(sessions: Pick<Sessions, 'endAllOf'>): Reactor {
  return reactor<PasswordChanged | LoginUnlinked>({
    name: 'end-sessions-of-before',
    awaited: false,
    on: {
      async PasswordChanged(event) {
        const { uid, sid } = event.data;
        const ending = { because: 'password-changed', except: sid, before: new Date(event.meta.time) } as const;
        return (await sessions.endAllOf(uid, ending, becauseOf(event, 'end-sessions-of-before'))).position || undefined;
      },
      async LoginUnlinked(event) {
        const { uid } = event.data;
        // One that turned out to lead elsewhere, as it was being linked, has opened nothing.
        if (event.meta.actor.uid !== uid) return undefined;
        const before = new Date(event.meta.time);
        const provedSince = new Date(before.getTime() - proved);
        const ending = { because: 'signed-out-elsewhere', before, provedSince } as const;
        return (await sessions.endAllOf(uid, ending, becauseOf(event, 'end-sessions-of-before'))).position || undefined;
      },
    },
  });
}
