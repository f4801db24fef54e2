import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import { Conflict, DamagedStream, KeyUsedBefore, NotFound, Unavailable } from '../kernel/errors.ts';
import { mostPayments } from './bounds/contract.ts';
import { paymentsOf } from './testing/opened-payments.ts';

const statusOf = (till: Till, secret: string) => till.store.intent(secret.split('_secret_')[0] ?? '')?.status;

describe('paying several orders together', () => {
  it('takes one intent, and pays each of them', async () => {
    const till = openTill();
    const ids = [await till.order(1999), await till.order(500)];
    const secret = await till.begin(ids);
    expect(till.store.intent(secret.split('_secret_')[0] ?? '')).toMatchObject({
      amount: 2499,
      metadata: { paymentId: paymentsOf(till)[0]?.paymentId },
    });
    expect(till.pay(secret)).toBe(true);
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    for (const id of ids) expect((await till.stateOf(id)).status).toBe('paid');
    expect(till.ofType('BookingPaid').map(({ data }) => (data as { amount: unknown }).amount)).toEqual([
      { amount: 1999, currency: 'usd' },
      { amount: 500, currency: 'usd' },
    ]);
  });

  it('takes another intent where the provider does not know the first one any more, and ends that payment', async () => {
    const till = openTill();
    const ids = [await till.order(1999), await till.order(500)];
    const lost = await till.begin(ids);
    const intentId = lost.split('_secret_')[0] ?? '';
    const { intent, cancelIntent } = till.gateway;
    const unknown = async () => {
      throw new Conflict(`No such payment_intent: '${intentId}'`);
    };
    vi.spyOn(till.gateway, 'intent').mockImplementation((id) => (id === intentId ? unknown() : intent(id)));
    vi.spyOn(till.gateway, 'cancelIntent').mockImplementation((id) => (id === intentId ? unknown() : cancelIntent(id)));
    const secret = await till.begin(ids);
    expect(secret).not.toBe(lost);
    expect(till.ofType('PaymentCanceled').map(({ data }) => data)).toMatchObject([paymentsOf(till)[0]]);
    expect(till.pay(secret)).toBe(true);
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    for (const id of ids) expect((await till.stateOf(id)).status).toBe('paid');
  });

  it('is not over where the provider refuses to tell of its intent, which could still be paid', async () => {
    const till = openTill();
    const id = await till.order(1999);
    const secret = await till.begin([id]);
    till.fail('takes nothing for this shop');
    await expect(till.begin([id])).rejects.toThrow(Unavailable);
    expect(till.ofType('PaymentCanceled')).toEqual([]);
    expect(await till.begin([id])).toBe(secret);
  });

  it('is possible again once the owner has mended why the provider took nothing for the shop, which it says again for a day', async () => {
    const till = openTill();
    const id = await till.order(1999);
    till.fail('takes nothing for this shop', 'takes nothing for this shop');
    await expect(till.begin([id])).rejects.toThrow(Unavailable);
    till.mend();
    expect(till.pay(await till.begin([id]))).toBe(true);
  });

  it('is the same again within a day where the log was put back from before, and has paid the order', async () => {
    const till = openTill();
    const id = await till.order(1999);
    // As it was begun and paid by the log that is gone.
    const paymentId = derivedId('payment', id, '0');
    const { clientSecret } = await till.gateway.createIntent({ paymentId, attempt: 1, amount: 1999, currency: 'usd' });
    expect(till.pay(clientSecret)).toBe(true);
    till.later(22 * 3_600_000);
    expect(await till.begin([id])).toBe(clientSecret);
    till.later(60_000);
    await till.run('reconcile');
    await till.react();
    expect((await till.stateOf(id)).status).toBe('paid');
    expect(till.store.list('intents', { limit: 10 })).toHaveLength(1);
  });

  it('is the same intent in whatever order they are named', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    expect(await till.begin([a, b])).toBe(await till.begin([b, a]));
    expect(paymentsOf(till)).toHaveLength(1);
  });

  it('cancels the open payments of its orders over another set', async () => {
    const till = openTill();
    const [a, b, c] = [await till.order(), await till.order(), await till.order()];
    const alone = await till.begin([a]);
    const others = await till.begin([b, c]);
    const together = await till.begin([a, b]);
    expect([alone, others, together].map((secret) => statusOf(till, secret))).toEqual([
      'canceled',
      'canceled',
      'requires_payment_method',
    ]);
    expect(till.pay(alone) || till.pay(others)).toBe(false);
    expect(await till.stateOf(c)).toMatchObject({ status: 'unpaid', paymentId: undefined });
    expect(till.pay(together)).toBe(true);
  });

  it('frees its orders for another, though one that was in it cannot be read any more', async () => {
    let damaged: string | undefined;
    const between = async (what: string, id?: string) => {
      if (id === damaged && what === 'ClosePayment') throw new DamagedStream(`booking-${id}`, 'It is broken.');
    };
    const till = openTill({ between });
    const [a, b] = [await till.order(), await till.order()];
    const both = await till.begin([a, b]);
    damaged = a;
    const alone = await till.begin([b]);
    expect([both, alone].map((secret) => statusOf(till, secret))).toEqual(['canceled', 'requires_payment_method']);
    damaged = undefined;
    await till.react();
    expect(await till.stateOf(a)).toMatchObject({ status: 'unpaid', paymentId: undefined });
  });

  it('is chosen otherwise so many times and no more, and can be paid as it was chosen last', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    let last = '';
    for (let n = 1; n <= mostPayments; n++) last = await till.begin(n % 2 === 1 ? [a] : [a, b]);
    expect(paymentsOf(till)).toHaveLength(mostPayments);
    for (const more of [[a], [a, await till.order()]])
      await expect(till.begin(more)).rejects.toThrow(/has been in 100 payments, which is the most/);
    expect(paymentsOf(till)).toHaveLength(mostPayments);
    expect(await till.begin([a, b])).toBe(last);
    expect(till.pay(last)).toBe(true);
  });

  it('is refused to nobody who asks for other orders with some of the same at the same moment', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const secrets = await Promise.all([till.begin([a, b]), till.begin([b]), till.begin([a])]);
    // Who comes last takes the place of those before, and nobody that of who has come after.
    const opened = paymentsOf(till).length;
    expect(opened).toBe(secrets.length);
    expect(secrets.filter((secret) => statusOf(till, secret) === 'requires_payment_method').length).toBeGreaterThan(0);
    expect(till.pay(secrets[2])).toBe(true);
  });

  it('is refused to nobody who does so at another node, since they come again at different times', async () => {
    // Whoever draws when, no two that follow each other are near.
    let drawn = 0;
    const random = vi.spyOn(Math, 'random').mockImplementation(() => (drawn++ * 0.618) % 1);
    onTestFinished(() => random.mockRestore());
    const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    // All that they do takes as long for either, so that they go in step.
    const till = openTill({ pause, between: () => pause(2) });
    const [a, b] = [await till.order(), await till.order()];
    const secrets = await Promise.all([till.begin([a, b], 'one'), till.begin([b], 'other', 'another')]);
    expect(secrets.filter((secret) => statusOf(till, secret) === 'requires_payment_method')).toHaveLength(1);
  });

  it('is never one that an order has left, though another node frees it just before it is brought in again', async () => {
    const [freed, reloaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    /** What comes before an order is brought into a payment, one after the other. */
    const before: (() => Promise<void>)[] = [];
    const till = openTill({
      between: async (what, id) => (what === 'OpenPayment' && id === a ? before.shift()?.() : undefined),
    });
    const [a, b] = [await till.order(), await till.order()];
    const first = await till.begin([a], 'first');
    let both = Promise.resolve('');
    before.push(
      () => {
        both = till.begin([a, b], 'both', 'another');
        return freed.promise;
      },
      () => {
        freed.resolve();
        return reloaded.promise;
      },
    );
    const again = await till.begin([a], 'reload');
    reloaded.resolve();
    const last = await both;
    expect([first, again, last].map((secret) => statusOf(till, secret))).toEqual([
      'canceled',
      'canceled',
      'requires_payment_method',
    ]);
    expect(till.pay(last)).toBe(true);
  });

  it('refuses while one of its orders was paid by another payment, or is being paid', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const alone = await till.begin([a]);
    till.pay(alone, 'pm_card_processing');
    await expect(till.begin([a, b])).rejects.toThrow(/being processed/);
    till.dashboard.settlePayment(alone.split('_secret_')[0] ?? '', 'succeeded');
    await expect(till.begin([a, b])).rejects.toThrow(/paid already/);
    await till.react();
    expect((await till.stateOf(a)).status).toBe('paid');
    expect(till.ofType('PaymentUnmatched')).toEqual([]);
  });

  it('is the answer of then when the same call comes again, and changes nothing', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const first = await till.begin([a], 'key');
    expect(await till.begin([a], 'key')).toBe(first);
    const second = await till.begin([a, b]);
    const before = till.log.length;
    expect(await till.begin([a], 'key')).toBe(first);
    expect(statusOf(till, second)).toBe('requires_payment_method');
    expect(till.log.slice(before).map(({ type }) => type)).toEqual(
      ['PaymentOpened'].slice(0, till.log.length - before),
    );
    await expect(till.begin([a, b], 'key')).rejects.toThrow(KeyUsedBefore);
  });

  it('is refused though the same call was answered before, once an order is paid or gone: that secret pays nothing any more', async () => {
    const till = openTill();
    const [paid, gone] = [await till.order(), await till.order()];
    const [secret] = [await till.begin([paid], 'paid'), await till.begin([gone], 'gone')];
    till.pay(secret);
    for (const message of till.messages()) await till.receive(message);
    await till.remove(gone);
    await till.react();
    await expect(till.begin([paid], 'paid')).rejects.toThrow(/paid already/);
    await expect(till.begin([gone], 'gone')).rejects.toThrow(NotFound);
  });

  it('is refused under a key that was for other orders, whichever of them is in both, and changes nothing', async () => {
    const till = openTill();
    const ids = [await till.order(), await till.order(), await till.order()].sort();
    const sets = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];
    for (const [n, one] of sets.entries()) {
      const first = await till.begin(idsOf(one), `key ${n}`);
      const before = till.log.length;
      for (const other of sets) {
        if (other === one || !other.some((each) => one.includes(each))) continue;
        await expect(till.begin(idsOf(other), `key ${n}`)).rejects.toThrow(KeyUsedBefore);
      }
      expect(till.log).toHaveLength(before);
      expect(await till.begin(idsOf(one), `key ${n}`)).toBe(first);
    }

    function idsOf(which: readonly number[]) {
      return which.flatMap((each) => ids[each] ?? []);
    }
  });

  it('is the answer of then also where the first call found the payment there', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const first = await till.begin([a]);
    expect(await till.begin([a], 'key')).toBe(first);
    const second = await till.begin([a, b]);
    const before = till.log.length;
    expect(await till.begin([a], 'key')).toBe(first);
    expect(statusOf(till, second)).toBe('requires_payment_method');
    expect(till.log).toHaveLength(before);
  });

  it('goes on where the first call was broken off, also once others came in between', async () => {
    const till = openTill();
    const [a, b] = [await till.order(), await till.order()];
    const alone = await till.begin([b]);
    till.fail('loses the answer');
    await expect(till.begin([a, b], 'key')).rejects.toThrow(Unavailable);
    const secret = await till.begin([a, b], 'key');
    expect([statusOf(till, alone), statusOf(till, secret)]).toEqual(['canceled', 'requires_payment_method']);
    expect(await till.begin([a, b], 'key')).toBe(secret);
    await till.begin([a]);
    expect(await till.begin([a, b], 'key')).toBe(secret);
    till.fail('loses the answer');
    await expect(till.begin([b], 'next')).rejects.toThrow(Unavailable);
    const other = await till.begin([a, b]);
    const next = await till.begin([b], 'next');
    expect([statusOf(till, other), statusOf(till, next)]).toEqual(['canceled', 'requires_payment_method']);
    expect(await till.begin([b], 'next')).toBe(next);
  });
});
