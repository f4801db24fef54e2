import { type Desk, transact } from './desk.ts';
import { decideDispute, disputePayment } from './dispute-calls.ts';
import { settlePaymentOf } from './intent-calls.ts';
import type { RefundOutcome } from './refund.ts';
import { createRefund, settleRefundOf } from './refund-calls.ts';

/**
 * What happens at the provider without the shop: somebody refunds in the dashboard, a bank takes its time, sends money
 * back or takes it. All of it throws StripeFailure when it cannot be.
 */
export type Dashboard = {
  /** Gives money back, without anything of the shop's in the refund's metadata. */
  refund(intentId: string, amount?: number): void;
  settleRefund(refundId: string, outcome: RefundOutcome, failureReason?: string): void;
  settlePayment(intentId: string, outcome: 'succeeded' | 'failed'): void;
  dispute(intentId: string, amount?: number): void;
  decideDispute(disputeId: string, outcome: 'won' | 'lost'): void;
};

export function dashboardOf(desk: Desk): Dashboard {
  const act = (work: Parameters<typeof transact<void>>[2]) => {
    transact(desk, { requestId: null }, work);
    desk.changed();
  };
  return {
    refund: (intentId, amount) =>
      act((bench) => void createRefund({ payment_intent: intentId, amount, metadata: {} }, bench)),
    settleRefund: (id, outcome, failureReason) => act((bench) => settleRefundOf(id, { outcome, failureReason }, bench)),
    settlePayment: (id, outcome) => act((bench) => settlePaymentOf(id, outcome, bench)),
    dispute: (intentId, amount) => act((bench) => void disputePayment(intentId, { amount }, bench)),
    decideDispute: (id, outcome) => act((bench) => void decideDispute(id, outcome, bench)),
  };
}
