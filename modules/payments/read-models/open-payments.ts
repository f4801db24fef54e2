import { projection } from '../../kernel/projection.ts';
import type { PaymentExpired, PaymentRequested, PaymentSucceeded } from '../events.ts';

/** An intent of which the provider has not said yet what became of it. */
export type OpenPayment = { readonly bookingId: string; readonly intentId: string; readonly at: string };

/** Intents that stayed open, oldest first, for the reconciler to ask after. */
export const openPayments = projection<OpenPayment, PaymentRequested | PaymentSucceeded | PaymentExpired>({
  name: 'open-payments',
  version: 1,
  indexes: { open: ({ at }) => ({ key: '', sort: at }) },
  on: {
    PaymentRequested: {
      id: ({ data }) => data.intentId,
      evolve: (_, { data, meta }) => ({ bookingId: data.bookingId, intentId: data.intentId, at: meta.time }),
    },
    PaymentSucceeded: { id: ({ data }) => data.intentId, evolve: () => undefined },
    PaymentExpired: { id: ({ data }) => data.intentId, evolve: () => undefined },
  },
});
