import { becauseOf, type Commands } from '../../kernel/commands.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { erased } from '../../kernel/values/erased.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import type { People } from '../../users/contract.ts';
import { booking } from '../booking.ts';
import { deleteOrder } from '../deletion/delete-orders.ts';
import { forgetOrder } from '../deletion/forget-order.ts';
import type { ToolBooked } from '../events.ts';

/**
 * Orders that come after their buyer was forgotten: whoever asks for one while somebody erases them has been let in already, and a
 * checkout goes on to its last order. Without this such an order would hold its pieces until it lapses, and a node that still has
 * the person's key would show their name. Those that were there before are forgotten with everything else (see holdings.ts).
 */
export function forgetLateOrders(wiring: {
  commands: Commands;
  payments: Withdrawals;
  people: Pick<People, 'isForgotten' | 'isSeenHere'>;
}): Reactor {
  const { commands, people } = wiring;
  return reactor<ToolBooked>({
    name: 'forget-late-orders',
    awaited: false,
    isNothing: ({ data }) => people.isSeenHere(data.uid),
    on: {
      async ToolBooked(event) {
        const { bookingId, uid, personEmail: email } = event.data;
        if (!(await people.isForgotten({ uid, email }))) return undefined;
        const state = await commands.load(booking, bookingId);
        if (!('order' in state)) return undefined;
        let last: bigint | undefined;
        if (state.order.personEmail !== erased) {
          last = await forgetOrder(commands, { bookingId, uid }, becauseOf(event, 'forget late order'));
        }
        if (state.status !== 'unpaid') return last;
        try {
          return (await deleteOrder(wiring, bookingId, becauseOf(event, 'take back late order'))).position;
        } catch (reason) {
          // Its money has come, or is on its way.
          if (reason instanceof Refusal) return last;
          throw reason;
        }
      },
    },
  });
}
