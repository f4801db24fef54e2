import { projection } from '../../kernel/projection.ts';
import type {
  DisputeChanged,
  IntentCreated,
  PaymentCanceled,
  PaymentClosed,
  PaymentSucceeded,
  RefundAttempted,
  RefundChanged,
} from '../events.ts';

/** Something of which the provider has not said its last word: a payment's intent, a refund, or a dispute. */
export type OpenQuestion = {
  readonly paymentId: string;
  /** Neither of the two: the payment's intent. */
  readonly refundId?: string;
  readonly dispute?: { readonly disputeId: string; readonly intentId: string };
  /** Since when: the answer is waited for from then on. */
  readonly at: string;
};

type Events =
  | IntentCreated
  | PaymentClosed
  | PaymentCanceled
  | PaymentSucceeded
  | RefundAttempted
  | RefundChanged
  | DisputeChanged;

const ofPayment = ({ data }: { data: { paymentId: string } }) => `payment ${data.paymentId}`;
const ofRefund = ({ data }: { data: { refundId: string } }) => `refund ${data.refundId}`;

/** What the reconciler asks the provider after, oldest first. */
export const openQuestions = projection<OpenQuestion, Events>({
  name: 'open-questions',
  version: 1,
  indexes: { open: ({ at }) => ({ key: '', sort: at }) },
  on: {
    IntentCreated: {
      id: ofPayment,
      evolve: (_, { data, meta }) => ({ paymentId: data.paymentId, at: meta.time }),
    },
    // From now on it is not only asked after but cancelled, and an order waits for that.
    PaymentClosed: { id: ofPayment, evolve: (question, { meta }) => question && { ...question, at: meta.time } },
    PaymentCanceled: { id: ofPayment, evolve: () => undefined },
    PaymentSucceeded: { id: ofPayment, evolve: () => undefined },
    RefundAttempted: {
      id: ofRefund,
      evolve: (_, { data, meta }) => ({ paymentId: data.paymentId, refundId: data.refundId, at: meta.time }),
    },
    RefundChanged: {
      id: ofRefund,
      evolve(question, { data, meta }) {
        if (data.state !== 'pending') return undefined;
        return question ?? { paymentId: data.paymentId, refundId: data.refundId, at: meta.time };
      },
    },
    DisputeChanged: {
      id: ({ data }) => `dispute ${data.disputeId}`,
      evolve(_, { data: { paymentId, disputeId, intentId, state }, meta }) {
        return state === 'open' ? { paymentId, dispute: { disputeId, intentId }, at: meta.time } : undefined;
      },
    },
  },
});
