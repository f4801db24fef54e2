import type { Answer, Bench } from './calls/bench.ts';
import { type Desk, transact } from './calls/desk.ts';
import { appeal, decideDispute, disputePayment } from './calls/dispute-calls.ts';
import { settlePaymentOf } from './calls/intent-calls.ts';
import { createRefund, settleRefundOf } from './calls/refund-calls.ts';
import type { RefundOutcome } from './objects/refund.ts';

/**
 * What happens at the provider without the shop: somebody refunds in the dashboard, a bank takes its time, sends money
 * back or takes it. All of it throws StripeFailure when it cannot be.
 */
export type Dashboard = {
  /** Gives money back, without anything of the shop's in the refund's metadata. Returns the refund's id. */
  refund(intentId: string, amount?: number): string;
  settleRefund(refundId: string, outcome: RefundOutcome, failureReason?: string): void;
  settlePayment(intentId: string, outcome: 'succeeded' | 'failed'): void;
  /** A customer goes to their bank about what was not given back, or about more. Returns the dispute's id. */
  dispute(intentId: string, amount?: number, isOfMore?: boolean): string;
  /** Also of one that was lost: it is won late. */
  decideDispute(disputeId: string, outcome: 'won' | 'lost'): void;
  /** One that was lost is open again. */
  appealDispute(disputeId: string): void;
};

export function dashboardOf(desk: Desk): Dashboard {
  function act<Result>(work: (bench: Bench) => Result): Result {
    const result = transact(desk, { requestId: null }, work);
    desk.changed();
    return result;
  }
  const idOf = ({ body }: Answer) => ('id' in body ? String(body.id) : '');
  return {
    refund: (intentId, amount) =>
      idOf(act((bench) => createRefund({ payment_intent: intentId, amount, metadata: {} }, bench))),
    settleRefund: (id, outcome, failureReason) => act((bench) => settleRefundOf(id, { outcome, failureReason }, bench)),
    settlePayment: (id, outcome) => act((bench) => settlePaymentOf(id, outcome, bench)),
    dispute: (intentId, amount, isOfMore) =>
      idOf(act((bench) => disputePayment(intentId, { amount, isOfMore }, bench))),
    appealDispute: (id) => void act((bench) => appeal(id, bench)),
    decideDispute: (id, outcome) => void act((bench) => decideDispute(id, outcome, bench)),
  };
}
