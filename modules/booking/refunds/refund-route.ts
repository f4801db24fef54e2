import type { Commands } from '../../kernel/commands.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { type Route, route } from '../../kernel/route.ts';
import { moneyAt } from '../../kernel/values/money.ts';
import { idParams } from '../../kernel/wire/wire.ts';
import { booking } from '../booking.ts';
import { requestRefund } from '../commands/request-refund.ts';
import { refundBody, refundRequested } from '../contract.ts';

/** Gives money of an order back. The provider is asked for it afterwards; what became of it, the order shows. */
export function refundRoute({ commands, currency }: { commands: Commands; currency: string }): Route {
  return route({
    method: 'post',
    path: '/booking/{id}/refund',
    access: 'admin',
    confirms: true,
    summary: 'Give money of an order back, and pieces to the shelf',
    params: idParams,
    body: refundBody,
    answers: {
      202: { description: 'It is on its way', schema: refundRequested },
      404: { description: 'No such order' },
      409: {
        description:
          'More money than was received and not given back, more pieces than the order has out, or it was shipped meanwhile',
      },
    },
    async handle({ params: { id: bookingId }, body, command: context }) {
      const { reason, restock = 0, shipped: seenShipped } = body;
      const amount = body.amount === undefined ? undefined : moneyAt('amount', body.amount, currency, 'An amount');
      // Also of the order: a key may be used for two, and of one payment a refund is known by its id alone.
      const refundId = derivedId('refund', context.commandId, bookingId);
      const by = context.actor.uid;
      const command = { type: 'RequestRefund', refundId, bookingId, amount, reason, restock, seenShipped, by } as const;
      const { events, position } = await commands.execute(booking, bookingId, context, command, requestRefund);
      // What was asked for at a release of before has the id that was made there.
      const [requested] = events;
      return { status: 202, body: { refundId: requested?.data.refundId ?? refundId, state: 'pending' }, position };
    },
  });
}
