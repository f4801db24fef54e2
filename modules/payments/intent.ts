import type { Aggregate } from '../kernel/aggregate.ts';
import type { IntentLinked } from './events.ts';

/** Which payment an intent is for. */
export type Intent = { readonly paymentId: string | undefined };

/** One an intent of the provider's, named by it: so a message that names only an intent finds its payment. */
export const intent: Aggregate<Intent, IntentLinked> = {
  name: 'intent',
  initial: { paymentId: undefined },
  evolve: (state, { data }) => (state.paymentId === undefined ? { paymentId: data.paymentId } : state),
};

export type LinkIntent = { type: 'LinkIntent'; intentId: string; paymentId: string };

/** Says once which payment an intent is for. */
export function linkIntent({ intentId, paymentId }: LinkIntent, state: Intent): IntentLinked[] {
  return state.paymentId === undefined ? [{ type: 'IntentLinked', data: { intentId, paymentId } }] : [];
}
