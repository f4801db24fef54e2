import { describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import type { BookingLossChanged } from '../booking/money/contract.ts';
import type { DisputeChanged } from './events.ts';
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

const minute = 60_000;

const areOwed = (till: Till, ids: readonly string[]) => Promise.all(ids.map(till.isOwed));

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

  it('keeps the parcel back of what it gives back, while that is on its way', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till, [1999], 'pm_card_pendingRefund');
    expect(await till.isOwed(id)).toBe(true);
    till.dashboard.refund(intentId, 1999);
    await hear(till);
    expect(await till.isOwed(id)).toBe(false);
    await goThrough(till);
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('gives no order of several back what a refund of ours gives back that is tried again while it is on its way', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [500, 1999], 'pm_card_pendingRefund');
    await till.refund(ids[0] ?? '');
    await till.react();
    await hear(till);
    const failed = await failAtTheBank(till, intentId);
    till.dashboard.refund(intentId, 500);
    // The payment knows of it, and the order does not yet.
    for (const message of till.messages()) await till.receive(message);
    await till.retry(failed);
    await till.react();
    await expect(till.retry(failed)).rejects.toThrow(/Other refunds/);
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

  it('gives no order of several more than it cost, while of a refund of ours nothing was heard', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000]);
    till.fail('loses the request', 'loses the request', 'loses the request');
    await till.refund(ids[0] ?? '');
    await till.react();
    till.mend();
    till.dashboard.refund(intentId, 3000);
    await hear(till);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([1000, 2000]);
    expect(await Promise.all(ids.map((id) => statusOf(till, id)))).toEqual(['refunded', 'refunded']);
    await expectBooks(till, { taken: 3000, givenBack: 3000, paid: 0 });
  });

  it('gives each of several orders its own also after a refund of ours has failed, of which nobody has heard', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000], 'pm_card_refundFail');
    await till.refund(ids[0] ?? '');
    await till.react();
    await hear(till);
    till.later(2 * minute);
    till.sandbox.settleDue();
    const unheard = new Set(till.messages());
    till.dashboard.refund(intentId, 3000);
    for (const message of till.messages()) if (!unheard.has(message)) await till.receive(message);
    await till.react();
    await hear(till);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([1000, 2000]);
  });

  it('gives each of several orders its own also when a refund of ours is begun while others are asked after', async () => {
    let isBegun = true;
    const till: Till = openTill({
      async between(what) {
        if (what !== 'refunds answered' || isBegun) return;
        isBegun = true;
        till.fail('loses the request');
        await till.refund(ids[1] ?? '');
        await till.react();
      },
    });
    const { ids, intentId } = await paid(till, [1000, 2000, 3000]);
    till.fail('loses the request');
    await till.refund(ids[0] ?? '');
    await till.react();
    till.dashboard.refund(intentId, 5500);
    isBegun = false;
    await hear(till);
    expect(till.ofType('RefundAttempted')).toHaveLength(2);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([1000, 2000, 2500]);
    expect(await till.failedRefunds()).toMatchObject([{ bookingId: ids[0] }, { bookingId: ids[1] }]);
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
    await expect(till.refund(id, { amount: 5 })).rejects.toThrow(/^Only \$4\.99 can go back/);
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

  it('keeps the parcels of a payment back that was lost in a dispute, until an appeal is won', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000]);
    const dispute = till.dashboard.dispute(intentId, 1500);
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([true, true]);
    till.dashboard.decideDispute(dispute, 'lost');
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([false, true]);
    till.dashboard.appealDispute(dispute);
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([false, true]);
    till.dashboard.decideDispute(dispute, 'won');
    await hear(till);
    till.reactAgain();
    await till.react();
    expect(await areOwed(till, ids)).toEqual([true, true]);
  });

  it('is a dispute about the orders that have something left, after refunds and other disputes', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000]);
    await till.refund(ids[0] ?? '', { amount: 7 });
    await till.react();
    for (const amount of [200, 500]) till.dashboard.decideDispute(till.dashboard.dispute(intentId, amount), 'lost');
    await hear(till);
    const disputed = till.ofType('DisputeChanged').map(({ data }) => data as DisputeChanged['data']);
    const lost = disputed.filter(({ state }) => state === 'lost').map(({ orders }) => orders);
    const shares = lost.map((orders) => orders.map(({ bookingId, amount }) => [bookingId, amount.amount]));
    expect(shares).toEqual([
      [[ids[0], 200]],
      [
        [ids[0], 100],
        [ids[1], 400],
      ],
    ]);
    const losses = till.ofType('BookingLossChanged').map(({ data }) => data as BookingLossChanged['data']);
    const newest = (id = '') => losses.findLast(({ bookingId }) => bookingId === id)?.amount.amount;
    expect(ids.map(newest)).toEqual([300, 400]);
  });

  it('keeps parcels back by all disputes of a payment together, until one of them is won late', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 1000]);
    const [one, other] = [till.dashboard.dispute(intentId, 600), till.dashboard.dispute(intentId, 700)];
    for (const dispute of [one, other]) till.dashboard.decideDispute(dispute, 'lost');
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([false, true]);
    await expectBooks(till, { taken: 2000, paid: 700, lost: 1300 });
    till.dashboard.decideDispute(one, 'won');
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([true, true]);
    await expectBooks(till, { taken: 2000, paid: 1300, lost: 700 });
  });

  it('is lost in full where a bank takes more than was left, and nothing is sent of it', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 1000]);
    await till.refund(ids[1] ?? '', { amount: 5 });
    await till.react();
    till.dashboard.decideDispute(till.dashboard.dispute(intentId, 2100, true), 'lost');
    await hear(till);
    expect(await areOwed(till, ids)).toEqual([false, false]);
    await expectBooks(till, { taken: 2000, givenBack: 500, lost: 2100 });
  });

  it('keeps all parcels back once all of the money is gone, by refunds and disputes in whatever order', async () => {
    const lose = (till: Till, intentId: string) =>
      till.dashboard.decideDispute(till.dashboard.dispute(intentId), 'lost');
    const ways: readonly ((till: Till, intentId: string, ids: readonly string[]) => unknown)[] = [
      (till, intentId) => [till.dashboard.refund(intentId, 1000), lose(till, intentId)],
      async (till, intentId, ids) => {
        await till.refund(ids[0] ?? '');
        await till.react();
        lose(till, intentId);
      },
      async (till, intentId, ids) => {
        till.fail('loses the answer', 'loses the request', 'loses the request');
        await till.refund(ids[0] ?? '');
        await till.react();
        till.mend();
        lose(till, intentId);
      },
    ];
    for (const goes of ways) {
      for (const order of ['as they came', 'backwards'] as const) {
        const till = openTill();
        const { ids, intentId } = await paid(till, [1000, 2000]);
        await goes(till, intentId, ids);
        const messages = till.messages();
        for (const message of order === 'backwards' ? messages.toReversed() : messages) await till.receive(message);
        await till.react();
        expect(await areOwed(till, ids), `${goes} ${order}`).toEqual([false, false]);
      }
    }
  });

  it('is of the orders that have something left after what was given back in another way', async () => {
    for (const what of ['refund', 'dispute'] as const) {
      const till = openTill();
      const { ids, intentId } = await paid(till, [1000, 2000]);
      await till.refund(ids[0] ?? '');
      await till.react();
      await till.settle(await failAtTheBank(till, intentId), 'elsewhere');
      await till.react();
      if (what === 'refund') till.dashboard.refund(intentId, 2000);
      else till.dashboard.decideDispute(till.dashboard.dispute(intentId, 2000), 'lost');
      await hear(till);
      expect(await areOwed(till, ids), what).toEqual([false, false]);
      if (what === 'refund') expect(await Promise.all(ids.map(till.backOf))).toEqual([1000, 2000]);
    }
  });

  it('may be of what was given back in another way, too, after what is left', async () => {
    const till = openTill();
    const { ids, intentId } = await paid(till, [1000, 2000]);
    await till.refund(ids[0] ?? '', { amount: 6 });
    await till.react();
    await till.settle(await failAtTheBank(till, intentId), 'elsewhere');
    await till.react();
    till.dashboard.refund(intentId, 2600);
    await hear(till);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([600 + 600, 2000]);
    till.dashboard.refund(intentId, 400);
    await hear(till);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([600 + 1000, 2000]);
    await expectBooks(till, { taken: 3000, givenBack: 3000, givenElsewhere: 600, paid: -600 });
  });

  it('leaves nothing to be owed of what fitted no order, also once somebody has seen to the refund that came too late', async () => {
    for (const dashboard of [2500, 1000]) {
      const till = openTill();
      const secret = await till.begin([await till.order(1999)]);
      const intent = till.store.intent(intentOf(secret));
      if (intent) till.store.saveIntent({ ...intent, amount: 2500 });
      expect(till.pay(secret)).toBe(true);
      till.dashboard.refund(intentOf(secret), dashboard);
      await hear(till);
      await hear(till);
      const [failed] = await till.failedRefunds();
      expect(failed).toMatchObject({ amount: 25 });
      await expectBooks(till, { taken: 2500, paid: 0, owed: 2500 - dashboard, givenBack: dashboard });
      await expect(till.settle(failed?._id ?? '', 'elsewhere')).rejects.toThrow('Other refunds');
      await till.settle(failed?._id ?? '', 'not owed');
      expect(await till.failedRefunds()).toEqual([]);
      await expectBooks(till, { taken: 2500, paid: 2500 - dashboard, owed: 0, givenBack: dashboard });
    }
  });

  it('is as it stands at last, where it fails while others are asked after', async () => {
    let isFailing = false;
    const till: Till = openTill({
      async between(what) {
        if (what !== 'refunds' || !isFailing) return;
        isFailing = false;
        till.dashboard.settleRefund(made, 'failed');
      },
    });
    const { ids, intentId } = await paid(till, [1000, 2000]);
    till.fail('loses the request', 'loses the request', 'loses the request');
    await till.refund(ids[0] ?? '');
    await till.react();
    till.mend();
    const made = till.dashboard.refund(intentId, 3000);
    isFailing = true;
    await hear(till);
    expect(await Promise.all(ids.map(till.backOf))).toEqual([1000, 0]);
    expect(await till.failedRefunds()).toEqual([]);
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
