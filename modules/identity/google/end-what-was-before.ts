import { becauseOf } from '../../kernel/commands.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import type { AccountTakenOver } from '../events.ts';
import type { Secrets } from '../secrets.ts';
import type { Sessions } from '../sessions.ts';
import type { EndFactors } from './logins.ts';

/**
 * Ends the second factors and the sessions of an account that was taken over, but for the one that began with it: which is named by the same
 * command. It is done because of the event, so that it is also done after a crash.
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
        const because = { except, because: 'taken-over' } as const;
        const factors = await endFactorsOf(uid, becauseOf(event, 'end factors'));
        const ended = await sessions.endAllOf(uid, because, becauseOf(event, 'end sessions'));
        return ended.position || factors.position || undefined;
      },
    },
  });
}
