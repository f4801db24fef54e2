import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { paymentMessage } from './payment-message.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');

/** The names in backticks of one sentence of the guide. */
function namedIn(from: string, to: string): string[] {
  const start = guide.indexOf(from);
  const sentence = guide.slice(start, guide.indexOf(to, start));
  return [...sentence.matchAll(/`([\w.]+)`/g)].flatMap(([, name]) => name ?? []);
}

/** An object that is enough of everything that an event is about. */
const object = {
  id: 'x_1',
  payment_intent: 'pi_1',
  amount: 2_000,
  amount_received: 2_000,
  currency: 'usd',
  metadata: { paymentId: 'p1' },
};
const kindOf = (type: string) =>
  paymentMessage({ id: 'evt_1', type, created: 1, data: { object } }, new Date('2026-01-02')).kind;

describe('how to set Stripe up', () => {
  it('names the API version that the shop calls with', () => {
    const [, version] = /with the API version\s+`([\w.-]+)`/.exec(guide) ?? [];
    expect(version).toBe(Stripe.API_VERSION);
  });

  it('names the events that the shop acts on, and no others', () => {
    const wanted = namedIn('The webhook wants exactly these', '`charge.refunded` and');
    const understood = namedIn('`charge.refunded` and', 'are understood too');
    expect(wanted).toHaveLength(12);
    expect(understood).toEqual(['charge.refunded', 'charge.refund.updated']);
    for (const type of [...wanted, ...understood]) expect(kindOf(type), type).not.toBe('ignored');
    for (const type of ['payment_intent.created', 'payment_intent.requires_action', 'charge.succeeded']) {
      expect(kindOf(type), type).toBe('ignored');
    }
  });
});
