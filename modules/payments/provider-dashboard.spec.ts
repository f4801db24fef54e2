import { describe, expect, it } from 'vitest';
import { openTill } from '../../backend/testing/till.ts';
import {
  expectBooks,
  failAtTheBank,
  goThrough,
  hear,
  intentOf,
  paid,
  refundsAt,
  statusOf,
} from './testing/money-back.ts';

describe('what happens in the provider’s own dashboard', () => {
  it('can be tried again when it never went back', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till, [1999], 'pm_card_pendingRefund');
    till.dashboard.refund(intentId, 500);
    await hear(till);
    await till.retry(await failAtTheBank(till, intentId));
    await till.react();
    await goThrough(till);
    expect(refundsAt(till, intentId)).toEqual(['500 succeeded', '500 failed']);
    expect(await till.failedRefunds()).toEqual([]);
    expect(await statusOf(till, id)).toBe('paid');
  });

  it('gives no order of several back what a refund of ours gives back that is tried again while it is on its way', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [500, 1999], 'pm_card_pendingRefund');
    await till.refund(ids[0] ?? '');
    await till.react();
    await hear(till);
    const failed = await failAtTheBank(till, intentId);
    till.dashboard.refund(intentId, 500);
    await hear(till);
    await till.retry(failed);
    await till.react();
    await goThrough(till);
    expect(refundsAt(till, intentId)).toEqual(['500 succeeded', '500 failed']);
    expect(await till.failedRefunds()).toMatchObject([{ bookingId: ids[0], amount: 5 }]);
    expect(await Promise.all(ids.map((id) => statusOf(till, id)))).toEqual(['refunded', 'paid']);
    await expectBooks(till, { taken: 2499, givenBack: 500, paid: 1999 });
    await till.refund(ids[1] ?? '');
    await till.react();
    await hear(till);
    await goThrough(till);
    await expectBooks(till, { taken: 2499, givenBack: 2499, paid: 0 });
  });

  it('gives no order of several back what was given back by a refund of ours that comes at the same time', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000]);
    await till.refund(ids[0] ?? '');
    till.dashboard.refund(intentId, 1500);
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    await hear(till);
    expect(refundsAt(till, intentId)).toEqual(['1500 succeeded']);
    expect(await till.failedRefunds()).toMatchObject([{ bookingId: ids[0], amount: 10 }]);
    expect(await Promise.all(ids.map((id) => statusOf(till, id)))).toEqual(['refunded', 'paid']);
    await till.refund(ids[1] ?? '', { amount: 15 });
  });

  it('is found by the intent alone: a refund of some of several orders', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000, 3000]);
    till.dashboard.refund(intentId, 1500);
    await hear(till);
    await hear(till);
    expect(await Promise.all(ids.map((id) => statusOf(till, id)))).toEqual(['refunded', 'paid', 'paid']);
    till.dashboard.refund(intentId, 4500);
    await hear(till);
    expect(await Promise.all(ids.map((id) => statusOf(till, id)))).toEqual(['refunded', 'refunded', 'refunded']);
    await expectBooks(till, { taken: 6000, paid: 0, givenBack: 6000 });
  });

  it('is found also when it is heard of before the payment', async () => {
    const till = openTill();
    const id = await till.order();
    const secret = await till.begin([id]);
    till.pay(secret);
    till.dashboard.refund(intentOf(secret), 500);
    for (const message of till.messages().toReversed()) await till.receive(message);
    await till.react();
    await expectBooks(till, { taken: 1999, paid: 1499, givenBack: 500 });
  });

  it('leaves our own refunds what it has not given back', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    till.dashboard.refund(intentId, 1500);
    await hear(till);
    await expect(till.refund(id, { amount: 5 })).rejects.toThrow(/Only 4\.99/);
    await till.refund(id);
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('is a dispute whose loss is a sum of its own', async () => {
    const till = openTill();
    const { intentId } = await paid(till, [1999], 'pm_card_createDispute');
    const [dispute] = till.ofType('DisputeChanged').map(({ data }) => data as { disputeId: string });
    expect(dispute).toMatchObject({ state: 'open', before: 'none', orders: [{ uid: 'u1' }] });
    await expectBooks(till, { taken: 1999, paid: 1999, lost: 0 });
    till.dashboard.decideDispute(dispute?.disputeId ?? '', 'lost');
    const messages = till.messages();
    for (const message of messages.toReversed()) await till.receive(message);
    await hear(till);
    await expectBooks(till, { taken: 1999, paid: 0, lost: 1999 });
    expect(till.ofType('DisputeChanged')).toHaveLength(2);
    expect(intentId).toMatch(/^pi_/);
  });

  it('is nothing of ours when the intent is another shop’s', async () => {
    const [till, other] = [openTill(), openTill()];
    const { intentId } = await paid(other);
    other.dashboard.refund(intentId, 500);
    other.dashboard.dispute(intentId, 100);
    for (const message of other.messages()) await till.receive(message);
    expect(till.log).toEqual([]);
  });
});
