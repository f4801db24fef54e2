import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { formatMoney } from '../kernel/values/money.ts';
import type { PaymentEvent } from './events.ts';
import { paymentHistory } from './history.ts';
import { paymentFailed, refundChanged } from './testing/examples.ts';

const names = { actor: 'system', person: () => 'Mina', tool: () => 'Claw Hammer' };
const told = (event: PaymentEvent) => paymentHistory.events.get(event.type)?.says(stored(event), names);

describe('what the provider said', () => {
  it('of a card that was refused is told in its own words', () => {
    expect(told(paymentFailed({ code: 'card_declined', declineCode: 'insufficient_funds' }))).toMatch(
      /\(card declined, insufficient funds\)$/,
    );
  });

  it('of money that could not go back is told in its own words, and left out where it said nothing', () => {
    const failed = refundChanged({ state: 'failed', because: 'expired_or_canceled_card' });
    const words = `The refund of ${formatMoney(failed.data.amount)} of order`;
    expect(told(failed)).toContain(words);
    expect(told(failed)).toMatch(/is not possible \(expired or canceled card\)$/);
    expect(told(refundChanged({ state: 'succeeded' }))).toMatch(/is done$/);
  });
});
