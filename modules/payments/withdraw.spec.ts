import { describe, expect, it } from 'vitest';
import { openTill } from '../../backend/testing/deciding/till.ts';
import { Conflict, Unavailable } from '../kernel/errors.ts';

const day = 24 * 3_600_000;
const intentOf = (secret: string) => secret.split('_secret_')[0] ?? '';

describe('an order that is to end', () => {
  it('ends after its payment, with which nobody can pay any more', async () => {
    const till = openTill();
    const id = await till.order();
    const secret = await till.begin([id]);
    await till.remove(id);
    const types = till.log.map(({ type }) => type);
    const ends = ['PaymentClosed', 'PaymentCanceled', 'BookingPaymentClosed', 'BookingDeleted'];
    expect(types.filter((type) => ends.includes(type))).toEqual(ends);
    expect(till.pay(secret)).toBe(false);
  });

  it('needs no provider when it has no intent', async () => {
    const till = openTill();
    const [never, attempted] = [await till.order(), await till.order()];
    till.fail('loses the request');
    await expect(till.begin([attempted])).rejects.toThrow(Unavailable);
    const before = till.asked.length;
    await till.remove(never);
    await till.remove(attempted);
    expect(till.asked).toHaveLength(before);
    expect(till.ofType('BookingDeleted')).toHaveLength(2);
  });

  it('stays while the provider is away, and can be deleted later', async () => {
    const till = openTill();
    const id = await till.order();
    const secret = await till.begin([id]);
    till.fail('loses the request');
    await expect(till.remove(id)).rejects.toThrow(Unavailable);
    expect((await till.stateOf(id)).status).toBe('unpaid');
    expect((await till.remove(id)).body).toMatchObject({ deletedCount: 1 });
    expect(till.pay(secret)).toBe(false);
  });

  it('is paid when its money has come, whether its message has or not', async () => {
    const till = openTill();
    const id = await till.order();
    till.pay(await till.begin([id]));
    await expect(till.remove(id)).rejects.toThrow(Conflict);
    await till.react();
    expect((await till.stateOf(id)).status).toBe('paid');
    expect(till.ofType('PaymentUnmatched')).toEqual([]);
  });

  it('neither ends nor lapses while money is on its way, and is paid or ends by what becomes of it', async () => {
    for (const outcome of ['succeeded', 'failed'] as const) {
      const till = openTill();
      const id = await till.order();
      const secret = await till.begin([id]);
      till.pay(secret, 'pm_card_processing');
      await expect(till.remove(id)).rejects.toThrow(/being processed/);
      till.later(day);
      await till.run('expire-unpaid');
      till.dashboard.settlePayment(intentOf(secret), outcome);
      till.later(day);
      await till.run('reconcile');
      await till.react();
      await till.run('expire-unpaid');
      expect(await till.stateOf(id)).toMatchObject(
        outcome === 'succeeded' ? { status: 'paid' } : { status: 'gone', because: 'expired' },
      );
      expect(till.ofType('PaymentUnmatched')).toEqual([]);
      expect(till.pay(secret)).toBe(outcome === 'succeeded');
    }
  });

  it('ends as soon as its money, which was on its way, has failed to come', async () => {
    const till = openTill();
    const id = await till.order();
    const secret = await till.begin([id]);
    till.pay(secret, 'pm_card_processing');
    await expect(till.remove(id)).rejects.toThrow(/being processed/);
    till.later(day + 1);
    await till.run('expire-unpaid');
    expect((await till.stateOf(id)).status).toBe('unpaid');
    till.dashboard.settlePayment(intentOf(secret), 'failed');
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    await till.run('expire-unpaid');
    expect(await till.stateOf(id)).toMatchObject({ status: 'gone', because: 'expired' });
    expect(till.pay(secret)).toBe(false);
  });

  it('lapses later when the provider is away, which is asked once and then by the reconciler', async () => {
    const till = openTill();
    const id = await till.order();
    await till.begin([id]);
    till.later(day + 1);
    till.fail('loses the request');
    await till.run('expire-unpaid');
    const asked = till.asked.length;
    for (let n = 0; n < 5; n++) await till.run('expire-unpaid');
    expect(till.asked).toHaveLength(asked);
    expect((await till.stateOf(id)).status).toBe('unpaid');
    till.later(60_000);
    await till.run('reconcile');
    await till.react();
    await till.run('expire-unpaid');
    expect(await till.stateOf(id)).toMatchObject({ status: 'gone', because: 'expired' });
  });

  it('cancels the payment that it shares, and the others can be paid anew', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const together = await till.begin([a, b]);
    await till.remove(a);
    expect(till.pay(together)).toBe(false);
    await till.react();
    expect(await till.stateOf(b)).toMatchObject({ status: 'unpaid', paymentId: undefined });
    expect(till.pay(await till.begin([b]))).toBe(true);
  });
});

describe('deleting all unpaid orders', () => {
  it('takes back what it can, and counts that', async () => {
    const till = openTill();
    const [plain, begun, paid, processing] = [
      await till.order(),
      await till.order(),
      await till.order(),
      await till.order(),
    ];
    await till.begin([begun]);
    till.pay(await till.begin([paid]));
    till.pay(await till.begin([processing]), 'pm_card_processing');
    expect((await till.removeAll('all')).body).toMatchObject({ deletedCount: 2 });
    expect((await till.removeAll('all')).body).toMatchObject({ deletedCount: 2 });
    await till.react();
    const statuses = [plain, begun, paid, processing].map(async (id) => (await till.stateOf(id)).status);
    expect(await Promise.all(statuses)).toEqual(['gone', 'gone', 'paid', 'unpaid']);
  });

  it('takes back no more when it comes again under its key, and leaves the payments of the others alone', async () => {
    const till = openTill();
    const [plain, processing] = [await till.order(), await till.order()];
    const slow = await till.begin([processing]);
    till.pay(slow, 'pm_card_processing');
    const answer = await till.removeAll('all');
    expect(answer.body).toMatchObject({ deletedCount: 1 });
    till.dashboard.settlePayment(intentOf(slow), 'failed');
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    const secret = await till.begin([processing]);
    const before = till.log.length;
    expect(await till.removeAll('all')).toEqual(answer);
    expect(till.log).toHaveLength(before);
    const statuses = [plain, processing].map(async (id) => (await till.stateOf(id)).status);
    expect(await Promise.all(statuses)).toEqual(['gone', 'unpaid']);
    expect(till.pay(secret)).toBe(true);
  });

  it('finishes what was broken off when it comes again', async () => {
    let isBroken = true;
    const till = openTill({
      async between(what, id) {
        if (what === 'DeleteBooking' && id === 'b2' && isBroken) throw new Unavailable('The store is away.');
      },
    });
    for (let n = 0; n < 3; n++) await till.order();
    await expect(till.removeAll('all')).rejects.toThrow(Unavailable);
    isBroken = false;
    expect((await till.removeAll('all')).body).toMatchObject({ deletedCount: 3 });
  });

  it('leaves those that have an intent while the provider is away', async () => {
    const till = openTill();
    for (let n = 0; n < 5; n++) await till.begin([await till.order()]);
    await till.order();
    const before = till.asked.length;
    till.fail(...Array.from({ length: 5 }, () => 'loses the request' as const));
    expect((await till.removeAll()).body).toMatchObject({ deletedCount: 1 });
    expect(till.asked.length - before).toBeLessThanOrEqual(5);
  });
});
