import { becauseOf } from '../../kernel/commands.ts';
import type { DomainEvent, StoredEvent } from '../../kernel/event.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { proofMinutes } from '../../kernel/time/fresh-proof.ts';
import type { LoginUnlinked, PasswordChanged } from '../events.ts';
import type { PasskeyAdded, TotpAdded } from '../factors/events.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Milliseconds: whoever takes a login away has proved who they are within half of it, and the call takes no longer than the other half. */
const proved = 2 * proofMinutes * 60_000;

/**
 * Ends the sessions of before when somebody has another password or their first second factor, but the one in which they saw to it; and
 * when they took a login away, but those in which they proved lately who they are, since that event does not say in which one it was.
 * Whoever does it has that done before they are answered; this does it when the node was gone before.
 */
export function endSessionsOfBefore(sessions: Pick<Sessions, 'endAllOf'>): Reactor {
  type Ending = Omit<Parameters<Sessions['endAllOf']>[1], 'before'>;

  async function end(event: StoredEvent<DomainEvent<string, { uid: string }>>, ending: Ending) {
    const before = new Date(event.meta.time);
    const context = becauseOf(event, 'end-sessions-of-before');
    return (await sessions.endAllOf(event.data.uid, { ...ending, before }, context)).position || undefined;
  }

  async function endForFirstFactor(event: StoredEvent<TotpAdded | PasskeyAdded>) {
    const { sid } = event.data;
    return sid === undefined ? undefined : end(event, { because: 'signed-out-elsewhere', except: sid });
  }

  return reactor<PasswordChanged | LoginUnlinked | TotpAdded | PasskeyAdded>({
    name: 'end-sessions-of-before',
    awaited: false,
    on: {
      async PasswordChanged(event) {
        const { sid } = event.data;
        return end(event, { because: 'password-changed', ...(sid !== undefined && { except: sid }) });
      },
      async LoginUnlinked(event) {
        // One that turned out to lead elsewhere, as it was being linked, has opened nothing.
        if (event.meta.actor.uid !== event.data.uid) return undefined;
        const provedSince = new Date(new Date(event.meta.time).getTime() - proved);
        return end(event, { because: 'signed-out-elsewhere', provedSince });
      },
      TotpAdded: endForFirstFactor,
      PasskeyAdded: endForFirstFactor,
    },
  });
}
