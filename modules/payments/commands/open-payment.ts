import type { Share } from '../../booking/money/contract.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { PaymentOpened } from '../events.ts';
import type { Payment } from '../payment.ts';

export type OpenPayment = { type: 'OpenPayment'; paymentId: string; amount: Money; orders: readonly Share[] };

/** Says for which orders money is to be taken together: once. */
export function openPayment({ type: _, ...data }: OpenPayment, payment: Payment): PaymentOpened[] {
  return payment.status === 'none' ? [{ type: 'PaymentOpened', data }] : [];
}
