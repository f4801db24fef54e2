import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { booking } from '../booking.ts';
import { forgetBooker } from '../commands/forget-booker.ts';

/**
 * Says of an order that its buyer was forgotten: once, whoever says it, and however many at the same time.
 * @returns the position of the order's last event
 */
export async function forgetOrder(
  commands: Commands,
  { bookingId, uid }: { bookingId: string; uid: string },
  context: CommandContext,
): Promise<bigint> {
  // Nobody has that uid again.
  const names = ['forget-booker', uid, bookingId] as const;
  const once = { ...context, commandId: derivedId(...names), fingerprint: digest(...names) };
  const command = { type: 'ForgetBooker', bookingId, uid } as const;
  return (await commands.execute(booking, bookingId, once, command, forgetBooker)).position;
}
