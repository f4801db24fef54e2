import { accountCalls } from './every-call/accounts.ts';
import type { EveryCall } from './every-call/asked.ts';
import { fileCalls } from './every-call/files.ts';
import { operationCalls } from './every-call/operations.ts';
import { orderCalls } from './every-call/orders.ts';
import { paymentCalls } from './every-call/payments.ts';
import { peopleCalls } from './every-call/people.ts';
import { reviewCalls } from './every-call/reviews.ts';
import { shelfCalls } from './every-call/shelves.ts';
import { signingInCalls } from './every-call/signing-in.ts';

/** Every call of the API with a request that is right, and who may make it. */
export const everyCall: readonly EveryCall[] = [
  ...signingInCalls,
  ...peopleCalls,
  ...shelfCalls,
  ...orderCalls,
  ...accountCalls,
  ...paymentCalls,
  ...operationCalls,
  ...fileCalls,
  ...reviewCalls,
];
