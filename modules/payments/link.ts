import type { CommandContext, Commands } from '../kernel/commands.ts';
import { intent, linkIntent } from './intent.ts';
import { ownCommand } from './own-command.ts';

/** Stores which payment an intent is for, so that every message about it finds that. Any number of times, one effect. */
export async function link(
  commands: Commands,
  { intentId, paymentId }: { intentId: string; paymentId: string },
  context: CommandContext,
): Promise<void> {
  const once = ownCommand(context, 'link-intent', intentId);
  await commands.execute(intent, intentId, once, { type: 'LinkIntent', intentId, paymentId }, linkIntent);
}
