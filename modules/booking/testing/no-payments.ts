import type { Withdrawals } from '../../payments/contract.ts';

/** Payments of a shop in which nobody has begun to pay. */
export const noPayments: Withdrawals = {
  withdraw: () => Promise.reject(new Error('No order is in a payment here.')),
};
