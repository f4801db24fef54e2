import type { Till } from '../../../backend/testing/deciding/till.ts';

/** The payments that a till has opened, in their order. */
export const paymentsOf = (till: Till) => till.ofType('PaymentOpened').map(({ data }) => data as { paymentId: string });
