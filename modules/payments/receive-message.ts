import { type CommandContext, type Commands, scheduledOnce } from '../kernel/commands.ts';
import { type RecordCancel, recordCancel } from './commands/record-cancel.ts';
import { recordDispute } from './commands/record-dispute.ts';
import { type RecordFailure, recordFailure } from './commands/record-failure.ts';
import { type RecordSuccess, recordSuccess } from './commands/record-success.ts';
import type { PaymentGateway, PaymentMessage, ProviderRefund } from './gateway.ts';
import { intent } from './intent.ts';
import { link } from './link.ts';
import { becauseOfMessage, hear, orHeard } from './message-heard.ts';
import { type OpenedPayment, payment } from './payment.ts';
import { recordReport } from './pursue-refund.ts';
import { settleAs } from './settle.ts';
import { cancelAtProvider } from './withdraw.ts';

type Wiring = { commands: Commands; gateway: PaymentGateway; now: () => Date };
type Of<Kind> = Extract<PaymentMessage, { kind: Kind }>;

/** How often a dispute is asked after again when others record something of it meanwhile. */
const rounds = 5;

/**
 * Does what a message of the provider's gives reason to, any number of times and in any order. Resolves to the position of
 * what was appended, if anything: the log knows the message's id by then. Other shops may share the provider's account: what
 * is about no payment of ours is theirs. What is said of refunds and disputes is not believed, but asked for.
 * @throws Unavailable while the provider cannot be asked, so that it sends the message again.
 */
export async function receiveMessage(wiring: Wiring, message: PaymentMessage): Promise<bigint | undefined> {
  switch (message.kind) {
    case 'succeeded':
    case 'canceled':
    case 'failed':
    case 'processing': // It says nothing that the next message does not say for good.
      return (await isOurs(wiring.commands, message.paymentId)) ? takeWord(wiring, message) : undefined;
    case 'refund':
      return refunded(wiring, message);
    case 'dispute':
      return disputed(wiring, message);
    case 'ignored':
      return undefined;
  }
}

async function isOurs(commands: Commands, paymentId: string): Promise<boolean> {
  return (await commands.load(payment, paymentId)).status !== 'none';
}

/** Stores what the provider says of a payment's intent. What follows, the reactors do. */
async function takeWord(
  { commands, gateway }: Wiring,
  message: Of<'succeeded' | 'canceled' | 'failed' | 'processing'>,
): Promise<bigint> {
  const { kind, paymentId, intentId } = message;
  const context = becauseOfMessage(message);
  switch (kind) {
    case 'succeeded': {
      await linkForgotten(commands, message, context);
      const { amount, currency, at: receivedAt } = message;
      const arrived = { paymentId, intentId, amount: { amount, currency }, receivedAt };
      const command = { type: 'RecordSuccess', ...arrived } as const;
      const decide = orHeard<RecordSuccess>(message, recordSuccess);
      return (await commands.execute(payment, paymentId, context, command, decide)).position;
    }
    case 'canceled': {
      const command = { type: 'RecordCancel', paymentId, intentId } as const;
      const decide = orHeard<RecordCancel>(message, recordCancel);
      return (await commands.execute(payment, paymentId, context, command, decide)).position;
    }
    case 'failed': {
      const { code, declineCode } = message;
      const command = { type: 'RecordFailure', paymentId, intentId, code, declineCode } as const;
      const decide = orHeard<RecordFailure>(message, recordFailure);
      const { state, position } = await commands.execute(payment, paymentId, context, command, decide);
      // Its orders are to end, and have only waited for money that was on its way: a debit takes days, and pieces wait with it.
      const isToEnd = state.status === 'closed' && state.intentId === intentId;
      if (isToEnd) await cancelAtProvider({ commands, gateway }, paymentId, intentId);
      return position;
    }
    case 'processing':
      return hear(commands, paymentId, message);
  }
}

/**
 * Links an intent that the log knows no more, since it was put back, before its money is recorded: refunds and disputes name it alone. Its
 * payment's own is linked since it was made.
 */
async function linkForgotten(commands: Commands, message: Of<'succeeded'>, context: CommandContext): Promise<void> {
  const state = await commands.load(payment, message.paymentId);
  if (state.status !== 'none' && state.intentId !== message.intentId) await link(commands, message, context);
}

async function refunded(wiring: Wiring, message: Of<'refund'>): Promise<bigint | undefined> {
  const { commands, gateway } = wiring;
  const { intentId, providerRefundId } = message;
  const found = await paymentOf(wiring, intentId);
  if (!found) return undefined;
  const reports =
    providerRefundId === undefined ? await gateway.refunds(intentId) : [await gateway.refundById(providerRefundId)];
  for (const report of reports) await recordReport(wiring, found.paymentId, report);
  return hear(commands, found.paymentId, message);
}

/** Records a refund that was found at the provider, where it is of a payment of this shop. */
export async function recordFound(wiring: Wiring, report: ProviderRefund): Promise<void> {
  const found = await paymentOf(wiring, report.intentId);
  if (found) await recordReport(wiring, found.paymentId, report);
}

async function disputed(wiring: Wiring, message: Of<'dispute'>): Promise<bigint | undefined> {
  const found = await paymentOf(wiring, message.intentId);
  if (!found) return undefined;
  await askAfterDispute(wiring, message);
  return hear(wiring.commands, found.paymentId, message);
}

/** Records where a dispute stands at the provider. */
export async function askAfterDispute(
  wiring: Wiring,
  { intentId, disputeId }: { intentId: string; disputeId: string },
): Promise<bigint | undefined> {
  const { commands, gateway } = wiring;
  let position: bigint | undefined;
  for (let round = 0; round < rounds; round++) {
    const found = await paymentOf(wiring, intentId);
    if (!found) return undefined;
    const { paymentId } = found;
    const known = found.disputes.get(disputeId)?.changes ?? 0;
    const report = await gateway.dispute(disputeId);
    const context = scheduledOnce('dispute', disputeId, `${known}`);
    const command = { type: 'RecordDispute', paymentId, report, known } as const;
    const outcome = await commands.execute(payment, paymentId, context, command, recordDispute);
    position = outcome.position;
    const after = outcome.state.status === 'none' ? undefined : outcome.state.disputes.get(disputeId);
    if (after?.state === report.state && after.amount.amount === report.amount) break;
  }
  return position;
}

/** The payment of an intent, which has its money by now: what is about that money may come before the word that it came. */
async function paymentOf({ commands, gateway }: Wiring, intentId: string): Promise<OpenedPayment | undefined> {
  const { paymentId } = await commands.load(intent, intentId);
  if (paymentId === undefined) return undefined;
  const state = await commands.load(payment, paymentId);
  if (state.status === 'none') return undefined;
  if (state.received.some((arrived) => arrived.intentId === intentId)) return state;
  await settleAs(commands, paymentId, await gateway.intent(intentId));
  const after = await commands.load(payment, paymentId);
  return after.status === 'none' ? undefined : after;
}
