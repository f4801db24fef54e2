import { becauseOf } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { AccountTakenOver } from '../events.ts';
import type { EndFactors } from '../google/logins.ts';
import type { Secrets } from '../secrets.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Milliseconds after a takeover in which one cannot tell whether something began before it: the clocks of nodes may be some seconds apart, and
 * the event some more on its way into the log. A session of before that is taken for a later one would go on for a month in somebody else's
 * account, and a second factor would be asked of them for good.
 */
const untold = 60_000;

/**
 * Ends the second factors and the sessions of an account that was taken over, but for the one that began with it: which is named by the same
 * command. It is done because of the event, so that it is also done after a crash. What begins within a minute after it is counted as before
 * while that minute lasts; whoever comes later to do it, or does it once more, leaves to its holder what they have begun since.
 */
export function endWhatWasBefore({
  sessions,
  secrets,
  endFactorsOf,
  now,
}: {
  sessions: Pick<Sessions, 'endAllOf'>;
  secrets: Secrets;
  endFactorsOf: EndFactors;
  now: () => Date;
}): Reactor {
  return reactor<AccountTakenOver>({
    name: 'end-what-was-before',
    awaited: true,
    on: {
      async AccountTakenOver(event) {
        const { uid } = event.data;
        const except = secrets.sessionId(uid, event.meta.commandId);
        const at = Date.parse(event.meta.time);
        const before = new Date(now().getTime() < at + untold ? at + untold : at);
        const bulkhead = new Bulkhead();
        const factors = await bulkhead.hold(endFactorsOf(uid, becauseOf(event, 'end factors'), before));
        const which = { except, before, because: 'taken-over' } as const;
        const ended = await bulkhead.hold(sessions.endAllOf(uid, which, becauseOf(event, 'end sessions')));
        bulkhead.end();
        return ended?.position || factors?.position || undefined;
      },
    },
  });
}
