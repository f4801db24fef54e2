import type Stripe from 'stripe';
import { type Bench, seconds } from '../calls/bench.ts';
import type { SucceededIntent } from '../objects/intent.ts';

/** A bank's warning as Stripe's EarlyFraudWarning object (https://docs.stripe.com/api/radar/early_fraud_warnings/object). */
export function fraudWarning(intent: SucceededIntent, { ids, now }: Bench): Stripe.Radar.EarlyFraudWarning {
  return {
    id: ids('issfr_'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: intent.charge.id,
    created: seconds(now),
    fraud_type: 'misc',
    livemode: false,
    payment_intent: intent.id,
  };
}
