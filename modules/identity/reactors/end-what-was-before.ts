import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { AccountTakenOver } from '../events.ts';
import type { EndFactors } from '../google/logins.ts';
import type { Secrets } from '../secrets.ts';
import type { Sessions } from '../sessions.ts';

/**
 * Milliseconds after a takeover in which one cannot tell whether a session began before it: the clocks of nodes may be some seconds apart, and
 * the event some more on its way into the log. A session of before that is taken for a later one would go on for a month in somebody else's account.
 */
const untold = 60_000;

/**
 * Ends the second factors and the sessions of an account that was taken over, but for the one that began with it: which is named by the same
 * command. It is done because of the event, so that it is also done after a crash. Where a mailed link did it, the sessions end with
 * the password (see end-sessions.ts), so that none ends that began with the new one.
 */
export function endWhatWasBefore({
  sessions,
  secrets,
  endFactorsOf,
}: {
  sessions: Sessions;
  secrets: Secrets;
  endFactorsOf: EndFactors;
}): Reactor {
  return reactor<AccountTakenOver>({
    name: 'end-what-was-before',
    awaited: true,
    on: {
      async AccountTakenOver(event) {
        const { uid } = event.data;
        const except = secrets.sessionId(uid, event.meta.commandId);
        const before = new Date(event.meta.time);
        const factors = await endFactorsOf(uid, becauseOf(event, 'end factors'), before);
        if (!('login' in event.data)) return factors.position || undefined;
        // Its holder may have signed in elsewhere by the time that this is done.
        const surelySince = new Date(before.getTime() + untold);
        const which = { except, before: surelySince, because: 'taken-over' } as const;
        const ended = await sessions.endAllOf(uid, which, becauseOf(event, 'end sessions'));
        return ended.position || factors.position || undefined;
      },
    },
  });
}
