import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { system } from '../../kernel/event.ts';
import type { Timer } from '../../kernel/reactor.ts';
import { demoteUser } from '../commands/demote-user.ts';
import type { Departures } from '../departures.ts';
import { user } from '../user.ts';

/** Milliseconds between two looks: longer than anybody takes who lets an admin go and is still at it. */
const every = 60_000;

/**
 * Ends the rights of admins who were let go, and whose demotion or erasure broke off before it came to that: the process had
 * ended, or the account had just moved. Without this they would go on as admins whom nobody counts, and the one who stays could
 * not leave although there is another. Whoever asked for it has had no answer, and may ask again.
 */
export function finishDepartures({ commands, departures }: { commands: Commands; departures: Departures }): Timer {
  /** Who was between the two at the last look, and by which promotion. */
  let before = new Set<string>();
  return {
    name: 'finish-departures',
    every,
    async run() {
      const bulkhead = new Bulkhead();
      const between = await departures.halfGone(bulkhead);
      const named = between.map(({ uid, promotion }) => ({ uid, promotion, name: `${uid} ${promotion}` }));
      const due = named.filter(({ name }) => before.has(name));
      before = new Set(named.map(({ name }) => name));
      for (const { uid, promotion } of due) {
        const context = scheduledOnce('finish-departure', uid, String(promotion));
        const demote = { type: 'DemoteUser', uid, by: system.uid, promotion } as const;
        const demoting = commands.execute(user, uid, context, demote, (command, state) =>
          // Erased since.
          state.status === 'registered' ? demoteUser(command, state) : [],
        );
        await bulkhead.hold(demoting);
      }
      bulkhead.end();
    },
  };
}
