import { describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
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
import { Crash } from './testing/story.ts';

const day = 24 * 3_600_000;
const minute = 60_000;

describe('money that is to go back', () => {
  it('goes back in parts, and the order is refunded when all of it did', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    await till.refund(id, { amount: 5, restock: 1 });
    await till.react();
    expect(await statusOf(till, id)).toBe('paid');
    await till.refund(id, { restock: 2 });
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
    expect(refundsAt(till, intentId)).toEqual(['1499 succeeded', '500 succeeded']);
    expect([...till.stock.returned.values()]).toEqual([1, 2]);
    await expectBooks(till, { taken: 1999, paid: 0, givenBack: 1999, owed: 0, lost: 0 });
  });

  it('goes back for each of several orders of one payment, also where one key was used for all', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1999, 1500]);
    for (const id of ids) await till.refund(id, { restock: 1 }, 'one key');
    await till.react();
    for (const id of ids) expect(await statusOf(till, id)).toBe('refunded');
    expect(refundsAt(till, intentId).toSorted()).toEqual(['1500 succeeded', '1999 succeeded']);
    expect([...till.stock.returned.values()]).toEqual([1, 1]);
  });

  it('goes back once, whatever goes wrong on the way and however often it is tried', async () => {
    for (const fault of ['fails before', 'fails after', 'loses the request', 'loses the answer'] as const) {
      for (const wait of [minute, day + minute]) {
        const till = openTill();
        const { id, intentId } = await paid(till);
        till.fail(fault);
        await till.refund(id, { amount: 5 });
        await till.react();
        till.reactAgain();
        await till.react();
        till.later(wait);
        await till.run('reconcile');
        await hear(till);
        expect(refundsAt(till, intentId), `${fault}, ${wait}`).toEqual(['500 succeeded']);
        expect(till.ofType('BookingRefunded')).toHaveLength(1);
        await expectBooks(till, { taken: 1999, paid: 1499, givenBack: 500 });
      }
    }
  });

  it.each([undefined, 'failed'] as const)(
    'goes back once where its log was put back from just before it was asked for, days ago: first %s',
    async (before) => {
      const till = openTill();
      const { id, intentId } = await paid(till);
      const refundId = await till.refund(id, { amount: 5 });
      if (before === 'failed') {
        await till.react();
        await failAtTheBank(till, intentId);
        await till.retry(refundId);
      }
      const attempt = before === 'failed' ? 2 : 1;
      const reason = 'requested_by_customer';
      await till.gateway.refund({ intentId, refundId, attempt, amount: 500, reason });
      till.later(day + minute);
      await till.react();
      expect(refundsAt(till, intentId)).toEqual(['500 succeeded', ...(before === 'failed' ? ['500 failed'] : [])]);
      expect(await till.backOf(id)).toBe(500);
      await expectBooks(till, { taken: 1999, paid: 1499, givenBack: 500 });
    },
  );

  it.each([false, true])(
    'goes back once where its log was put back from before it was tried again, days ago: found before that %s',
    async (isFound) => {
      const till = openTill();
      const { id, intentId } = await paid(till);
      const refundId = await till.refund(id, { amount: 5 });
      await till.react();
      await failAtTheBank(till, intentId);
      // By the log that is gone.
      await till.gateway.refund({ intentId, refundId, attempt: 2, amount: 500, reason: 'requested_by_customer' });
      till.later(day + minute);
      if (isFound) await till.run('look-through');
      await till.retry(refundId);
      await till.react();
      expect(refundsAt(till, intentId)).toEqual(['500 succeeded', '500 failed']);
      expect(await till.backOf(id)).toBe(500);
      expect(await till.failedRefunds()).toHaveLength(isFound ? 1 : 0);
      await expectBooks(till, { taken: 1999, paid: 1499, givenBack: 500 });
    },
  );

  it('has gone back where its log was put back from before it failed, and was tried again', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const refundId = await till.refund(id, { amount: 5 });
    const asked = { intentId, refundId, amount: 500, reason: 'requested_by_customer' } as const;
    // By the log that is gone.
    const { providerRefundId } = await till.gateway.refund({ ...asked, attempt: 1 });
    till.dashboard.settleRefund(providerRefundId, 'failed');
    till.later(minute);
    await till.gateway.refund({ ...asked, attempt: 2 });
    till.later(day);
    await till.react();
    expect([await till.backOf(id), await till.failedRefunds()]).toEqual([500, []]);
    await expectBooks(till, { taken: 1999, paid: 1499, givenBack: 500 });
  });

  it('has failed where its log was put back from before it was asked for, and hears that it failed before it asks', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const refundId = await till.refund(id, { amount: 5 });
    // By the log that is gone.
    const asked = { intentId, refundId, attempt: 1, amount: 500, reason: 'requested_by_customer' } as const;
    const { providerRefundId } = await till.gateway.refund(asked);
    till.dashboard.settleRefund(providerRefundId, 'failed');
    await till.run('look-through');
    await till.react();
    const failed = await till.failedRefunds();
    expect(failed.find(({ _id }) => _id === refundId)?.because).toBe('It has failed at the provider before.');
    await till.retry(refundId);
    await till.react();
    expect([await till.backOf(id), refundsAt(till, intentId)]).toEqual([500, ['500 succeeded', '500 failed']]);
  });

  it('is on its way until the provider says more, in whatever order its messages come', async () => {
    const till = openTill();
    const { id } = await paid(till, [1999], 'pm_card_pendingRefund');
    await till.refund(id);
    await till.react();
    expect(await statusOf(till, id)).toBe('paid');
    const early = till.messages();
    till.later(2 * minute);
    till.sandbox.settleDue();
    for (const message of [...till.messages().toReversed(), ...early]) await till.receive(message);
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
    expect(till.ofType('RefundChanged').map(({ data }) => (data as { state: string }).state)).toEqual([
      'pending',
      'succeeded',
    ]);
  });

  it('that comes back weeks later counts as not given back, is listed, and can be tried again', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const refundId = await till.refund(id);
    await till.react();
    const [made] = till.store.list('refunds', { intentId, limit: 1 });
    till.later(14 * day);
    till.dashboard.settleRefund(made?.id ?? '', 'failed', 'lost_or_stolen_card');
    await hear(till);
    expect(await statusOf(till, id)).toBe('paid');
    expect(await till.failedRefunds()).toMatchObject([
      { _id: refundId, amount: 19.99, wasRefunded: true, because: 'lost_or_stolen_card' },
    ]);
    await expectBooks(till, { paid: 1999, givenBack: 0 });

    await till.retry(refundId, 'again');
    await till.retry(refundId, 'again');
    till.reactAgain();
    await till.react();
    await hear(till); // The old messages too.
    expect(await statusOf(till, id)).toBe('refunded');
    expect(refundsAt(till, intentId)).toEqual(['1999 succeeded', '1999 failed']);
    expect(await till.failedRefunds()).toEqual([]);
    await expectBooks(till, { paid: 0, givenBack: 1999 });
  });

  it('and is tried again has not failed once more because a node hears late that it had', async () => {
    let breaks = 0;
    const till: Till = openTill({
      async between(what, of) {
        if (what === 'RecordRefund' && of === id && breaks-- === 1) throw new Crash();
      },
    });
    const { id, intentId } = await paid(till, [1999], 'pm_card_pendingRefund');
    breaks = 1;
    const refundId = await till.refund(id);
    await till.react(); // That it is on its way, the order does not hear.
    const [made] = till.store.list('refunds', { intentId, limit: 1 });
    till.dashboard.settleRefund(made?.id ?? '', 'failed');
    for (const message of till.messages()) await till.receive(message);
    breaks = 2;
    await till.react(); // It hears of the first event where the refund stands now, and nothing of the second.
    expect(till.ofType('BookingRefundFailed')).toHaveLength(1);
    await till.retry(refundId);
    await till.react();
    expect(till.ofType('BookingRefundFailed')).toHaveLength(1);
    await goThrough(till);
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('has not gone back for its order where a node was paused as it said so, and another has said since that it failed', async () => {
    const [comesTo, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isToPause = false;
    const till: Till = openTill({
      async between(what, of) {
        if (!isToPause || what !== 'RecordRefund' || of !== id) return;
        isToPause = false;
        comesTo.resolve();
        await goesOn.promise;
      },
    });
    const { id, intentId } = await paid(till);
    isToPause = true;
    const refundId = await till.refund(id);
    const paused = till.react();
    await comesTo.promise;
    const [made] = till.store.list('refunds', { intentId, limit: 1 });
    till.dashboard.settleRefund(made?.id ?? '', 'failed');
    for (const message of till.messages()) await till.receive(message);
    till.reactAgain(); // The other node, which comes to all of it only now.
    await till.react();
    goesOn.resolve();
    await paused;
    await till.react();
    expect(await statusOf(till, id)).toBe('paid');
    await expectBooks(till, { taken: 1999, paid: 1999, givenBack: 0 });
    await till.retry(refundId);
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('that the provider refuses is listed with its words, and keeps nobody waiting', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    till.dashboard.dispute(intentId);
    const refundId = await till.refund(id, { amount: 5 });
    await till.react();
    expect(await till.failedRefunds()).toMatchObject([
      { _id: refundId, bookingId: id, amount: 5, wasRefunded: false, because: expect.stringContaining('charged back') },
    ]);
    await till.refund(id); // It counts no more, so that all is left.
  });

  it('that was given back in another way is listed no more, and all of it is accounted for', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const refundId = await till.refund(id);
    await till.react();
    await failAtTheBank(till, intentId);
    await expect(till.failedRefunds()).resolves.toMatchObject([{ _id: refundId }]);
    await till.settle(refundId, 'elsewhere', 'once');
    await till.settle(refundId, 'elsewhere', 'once');
    await till.react();
    expect(await till.failedRefunds()).toEqual([]);
    expect(await statusOf(till, id)).toBe('refunded');
    expect(await till.isOwed(id)).toBe(false);
    await expect(till.retry(refundId)).rejects.toThrow('Somebody has seen to this refund already.');
    await hear(till); // The old messages too.
    expect(refundsAt(till, intentId)).toEqual(['1999 failed']);
    await expectBooks(till, { taken: 1999, paid: 0, owed: 0, givenBack: 0, givenElsewhere: 1999, lost: 0 });
  });

  it('that a lost dispute has taken is not owed: it is listed no more, and asked for no more', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const disputeId = till.dashboard.dispute(intentId);
    const refundId = await till.refund(id);
    await till.react();
    till.dashboard.decideDispute(disputeId, 'lost');
    await hear(till);
    expect(await till.failedRefunds()).toMatchObject([{ _id: refundId, because: /charged back/ }]);
    await expect(till.retry(refundId)).rejects.toThrow('Other refunds or a dispute');
    await till.settle(refundId, 'not owed');
    await till.react();
    expect(await till.failedRefunds()).toEqual([]);
    await expect(till.refund(id)).rejects.toThrow('taken back by the bank');
    await expectBooks(till, { taken: 1999, paid: 0, owed: 0, givenBack: 0, givenElsewhere: 0, lost: 1999 });
  });

  it('that fitted no order goes back the same way, and is none of the order’s', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const [about] = till.ofType('PaymentSucceeded').map(({ data }) => data as { paymentId: string });
    const again = await till.gateway.createIntent({
      paymentId: about?.paymentId ?? '',
      attempt: 9,
      amount: 1999,
      currency: 'usd',
    });
    expect(till.pay(again.clientSecret)).toBe(true);
    await hear(till);
    await hear(till);
    expect(till.ofType('PaymentUnmatched')).toHaveLength(1);
    expect(refundsAt(till, again.intentId)).toEqual(['1999 succeeded']);
    expect(refundsAt(till, intentId)).toEqual([]);
    expect(await statusOf(till, id)).toBe('paid');
    await expectBooks(till, { taken: 3998, paid: 1999, givenBack: 1999, owed: 0 });
  });
});

describe('money of several orders that is not what they cost', () => {
  it('goes back, all of it, and leaves each of them free to be paid or to end', async () => {
    for (const cents of [2000, 500]) {
      const till = openTill();
      const ids = [await till.order(1000), await till.order(2000)];
      const secret = await till.begin(ids);
      const intent = till.store.intent(intentOf(secret));
      if (intent) till.store.saveIntent({ ...intent, amount: cents });
      expect(till.pay(secret)).toBe(true);
      await hear(till);
      await hear(till);
      await expectBooks(till, { taken: cents, paid: 0, owed: 0, givenBack: cents });
      till.pay(await till.begin([ids[0] ?? '']));
      await hear(till);
      expect(await statusOf(till, ids[0] ?? '')).toBe('paid');
      expect((await till.remove(ids[1] ?? '')).body).toMatchObject({ deletedCount: 1 });
    }
  });
});
