import { type Commands, scheduledOnce } from '../kernel/commands.ts';
import { Conflict } from '../kernel/errors.ts';
import { attemptRefund, givenBackAlready } from './commands/attempt-refund.ts';
import { isKnown, OursComeFirst, recordRefund } from './commands/record-refund.ts';
import { recordRefusal } from './commands/record-refusal.ts';
import { AnsweredWithFault, type PaymentGateway, type ProviderRefund } from './gateway.ts';
import { isOfWrongClock, isWithinMemory } from './idempotency-keys.ts';
import { hasFailed, type OpenedPayment, payment, type Refund } from './payment.ts';

export type RefundWiring = { commands: Commands; gateway: PaymentGateway; now: () => Date };

/** How often a refund is begun anew at one go. */
const rounds = 2;

/**
 * Goes on with a refund that was attempted, until the provider has said what became of it. Any number of times and at any
 * number of nodes: the money goes back once. A key is used again only while nothing was answered and the provider surely
 * remembers it; else the provider's list is looked through first, which has our refund's id, and only what is not in it is
 * begun anew. Of a key from when a clock was ahead nobody knows how old it is: what is not in the list is asked for under it, since another
 * node may be about to.
 * @throws Unavailable while the provider is away; the reconciler goes on then.
 */
export async function pursueRefund(wiring: RefundWiring, paymentId: string, refundId: string): Promise<void> {
  const { commands, gateway, now } = wiring;
  for (let round = 0; round < rounds; round++) {
    const state = await commands.load(payment, paymentId);
    const refund = state.status === 'none' ? undefined : state.refunds.get(refundId);
    if (refund?.state === 'pending' && refund.providerRefundId !== undefined) {
      await recordReport(wiring, paymentId, await gateway.refundById(refund.providerRefundId));
      return;
    }
    if (refund?.state !== 'attempted') return;
    const at = now().toISOString();
    let asked = isWithinMemory(refund.at, at) ? await ask(gateway, refundId, refund) : 'not known';
    // Also after a refusal: that all has gone back already may be because of this very refund.
    let found = isReport(asked) ? asked : await look(gateway, refundId, refund);
    if (found === undefined && isOfWrongClock(refund.at, at)) {
      asked = await ask(gateway, refundId, refund);
      if (!isReport(asked)) found = await look(gateway, refundId, refund);
    }
    const outcome = found instanceof Conflict && asked instanceof Conflict ? asked : (found ?? asked);
    if (isReport(outcome)) {
      const other = state.status === 'none' ? undefined : otherOf(state, refundId, outcome);
      if (other) {
        const because = hasFailed(other.state) ? 'It has failed at the provider before.' : givenBackAlready;
        await refuse(commands, { paymentId, refundId, attempt: refund.attempt, because });
        return;
      }
      await recordReport(wiring, paymentId, outcome);
      return;
    }
    if (outcome instanceof Conflict) {
      await refuse(commands, { paymentId, refundId, attempt: refund.attempt, because: outcome.message });
      return;
    }
    await attemptAnew(wiring, paymentId, refundId, refund);
  }
}

/**
 * Stores where a refund stands at the provider; of one that its dashboard made, after where those of the shop stand, where
 * that decides whose money it is.
 * @throws Unavailable while the provider is away, or others ask for refunds of the same payment all the time.
 */
export async function recordReport(wiring: RefundWiring, paymentId: string, first: ProviderRefund): Promise<bigint> {
  let report = first;
  for (let asked = 0; ; asked++) {
    try {
      return await record(wiring.commands, paymentId, report, asked > 0);
    } catch (reason) {
      if (!(reason instanceof OursComeFirst) || asked === rounds) throw reason;
      await askAfterOurs(wiring, paymentId, report.intentId);
      // It may have failed meanwhile, and others have had its room.
      report = await wiring.gateway.refundById(report.providerRefundId);
    }
  }
}

async function record(
  commands: Commands,
  paymentId: string,
  report: ProviderRefund,
  isAsked: boolean,
): Promise<bigint> {
  const context = scheduledOnce('refund-report', report.providerRefundId, report.state);
  const command = { type: 'RecordRefund', paymentId, report, ...(isAsked && { isAsked }) } as const;
  return (await commands.execute(payment, paymentId, context, command, recordRefund)).position;
}

/** Records of each refund of an intent that the shop knows where it stands now, and asks again for those without an answer. */
async function askAfterOurs(wiring: RefundWiring, paymentId: string, intentId: string): Promise<void> {
  const { commands, gateway } = wiring;
  const reports = await gateway.refunds(intentId);
  const before = await commands.load(payment, paymentId);
  if (before.status === 'none') return;
  for (const report of reports) if (isKnown(before, report)) await record(commands, paymentId, report, false);
  const after = await commands.load(payment, paymentId);
  if (after.status === 'none') return;
  for (const [refundId, refund] of after.refunds) {
    if (refund.intentId === intentId && refund.state === 'attempted') await pursueRefund(wiring, paymentId, refundId);
  }
}

/** Asks for the refund under the key that is due: what the provider says, its refusal, or nothing that can be relied on. */
async function ask(
  gateway: PaymentGateway,
  refundId: string,
  { intentId, attempt, share }: Refund,
): Promise<ProviderRefund | Conflict | 'not known'> {
  const { amount } = share.amount;
  try {
    return await gateway.refund({ intentId, refundId, attempt, amount, reason: 'requested_by_customer' });
  } catch (reason) {
    if (reason instanceof Conflict) return reason;
    if (reason instanceof AnsweredWithFault) return 'not known';
    throw reason;
  }
}

/** What the provider made of the refund, found by our own id; or that it will not tell. */
async function look(
  gateway: PaymentGateway,
  refundId: string,
  { intentId, former }: Refund,
): Promise<ProviderRefund | Conflict | undefined> {
  try {
    const all = await gateway.refunds(intentId);
    // The newest: a log that was put back may know of none of its attempts.
    return all.findLast((made) => made.refundId === refundId && !former.includes(made.providerRefundId));
  } catch (reason) {
    if (reason instanceof Conflict) return reason;
    throw reason;
  }
}

/** As which other one it counts: a log that was put back found it before this one was attempted. */
function otherOf(
  { refunds }: OpenedPayment,
  refundId: string,
  { providerRefundId }: ProviderRefund,
): Refund | undefined {
  return [...refunds].find(([id, other]) => id !== refundId && other.providerRefundId === providerRefundId)?.[1];
}

function isReport(outcome: ProviderRefund | Conflict | 'not known'): outcome is ProviderRefund {
  return typeof outcome === 'object' && 'providerRefundId' in outcome;
}

async function refuse(
  commands: Commands,
  refused: { paymentId: string; refundId: string; attempt: number; because: string },
): Promise<void> {
  const { paymentId, refundId, attempt } = refused;
  const context = scheduledOnce('refund-refused', paymentId, refundId, `${attempt}`);
  await commands.execute(payment, paymentId, context, { type: 'RecordRefusal', ...refused }, recordRefusal);
}

async function attemptAnew(
  { commands, now }: RefundWiring,
  paymentId: string,
  refundId: string,
  { attempt: lost, share }: Refund,
): Promise<void> {
  const context = scheduledOnce('attempt-refund', paymentId, refundId, `${lost + 1}`);
  const command = { type: 'AttemptRefund', paymentId, refundId, share, at: now().toISOString(), lost } as const;
  await commands.execute(payment, paymentId, context, command, attemptRefund);
}
