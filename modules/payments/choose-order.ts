import type { Orders } from '../booking/money/contract.ts';
import { type CommandContext, type Commands, isKeyed } from '../kernel/commands.ts';
import { NotFound } from '../kernel/errors.ts';
import { chooseOrder, orderChoice } from './order-choice.ts';
import type { WantedPayment } from './payable-orders.ts';

/**
 * What somebody wants to pay, with the order named that it is: their oldest unpaid one of that price, where they named none.
 * A call that comes again is about the order of the first time, also when that is paid by now and another one is the oldest.
 * Of a call that cannot come again nothing is kept, and `wanted` is as it was.
 * @throws NotFound when there is none, and was none; KeyUsedBefore where the call comes under the key of one that named that order.
 */
export async function withOrderChosen(
  { commands, orders }: { commands: Commands; orders: Orders },
  wanted: WantedPayment,
  context: CommandContext,
): Promise<WantedPayment> {
  if (wanted.bookingId !== undefined || wanted.bookingIds !== undefined || !isKeyed(context)) return wanted;
  const { commandId, actor } = context;
  const oldest = await orders.oldestUnpaid(actor.uid, wanted.price);
  if (oldest?.status !== 'unpaid') {
    const { bookingId = oldest?.bookingId } = await commands.load(orderChoice, commandId);
    if (bookingId === undefined) throw new NotFound('There is no such order.');
    return { ...wanted, bookingId };
  }
  // Refused by it later all the same, but only once a choice was written down.
  await orders.openedBefore(oldest.bookingId, context);
  const command = { type: 'ChooseOrder', bookingId: oldest.bookingId, uid: actor.uid } as const;
  const how = { isNew: true, isFollowed: true, isLeftAlone: true };
  const { state } = await commands.execute(orderChoice, commandId, context, command, chooseOrder, how);
  return { ...wanted, bookingId: state.bookingId };
}
