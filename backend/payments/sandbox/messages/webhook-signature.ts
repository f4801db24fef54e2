import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` for a payload sent now (https://docs.stripe.com/webhooks#verify-manually). */
export function webhookSignature(payload: string, secret: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${mac}`;
}
