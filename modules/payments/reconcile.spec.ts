import { describe, expect, it } from 'vitest';
import { openTill } from '../../backend/testing/deciding/till.ts';
import { NewerRelease, Unavailable } from '../kernel/errors.ts';
import { asksUntil, isDue } from './ask-schedule.ts';
import { AnsweredWithFault } from './gateway.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const reads = (asked: readonly string[]) => asked.filter((which) => which.startsWith('GET /v1/payment_intents')).length;

describe('how often the provider is asked', () => {
  it('is after 1, 5 and 15 minutes, then hourly for a day, then daily', () => {
    const times = [0, 59_999, minute, 5 * minute, 15 * minute, 59 * minute, hour, 2 * hour, day, 47 * hour, 2 * day];
    expect(times.map(asksUntil)).toEqual([0, 0, 1, 2, 3, 3, 4, 5, 27, 27, 28]);
    expect(asksUntil(30 * day) - asksUntil(29 * day)).toBe(1);
  });

  it('is once an hour of what is dated later than now', () => {
    const looks = Array.from({ length: 180 }, (_, minutes) => 10 * day + minutes * minute);
    const since = 13 * day;
    expect(looks.filter((now) => isDue(since, now - minute, now))).toEqual([
      10 * day,
      10 * day + hour,
      10 * day + 2 * hour,
    ]);
    expect(isDue(since, 0, 10 * day + 5 * minute)).toBe(true);
    expect(isDue(since, since - minute, since)).toBe(false);
    expect(isDue(since, since, since + minute)).toBe(true);
  });
});

describe('what the provider has not said its last word of', () => {
  it('is asked after when it is due, once by all nodes together, and until it is known', async () => {
    const till = openTill();
    const secret = await till.begin([await till.order()]);
    const before = reads(till.asked);
    const looks = async () => {
      await Promise.all([till.run('reconcile'), till.run('reconcile', 'another'), till.run('reconcile', 'another')]);
      return reads(till.asked) - before;
    };
    expect(await looks()).toBe(0);
    const counts: number[] = [];
    for (let waited = 0; waited < 16; waited++) {
      till.later(minute);
      counts.push(await looks());
    }
    expect(counts).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3]);
    expect(till.pay(secret)).toBe(true);
    till.later(hour);
    expect(await looks()).toBe(4);
    expect(till.ofType('PaymentSucceeded')).toHaveLength(1);
    till.later(day);
    expect(await looks()).toBe(4);
  });

  it('is asked after also when the clock was a year ahead for a while', async () => {
    const till = openTill();
    const year = 365 * day;
    await till.begin([await till.order()]);
    till.later(year);
    for (const node of ['this', 'another'] as const) {
      await till.run('reconcile', node);
      await till.run('look-through', node);
    }
    till.later(-year);
    for (const node of ['this', 'another'] as const) {
      const secret = await till.begin([await till.order()]);
      expect(till.pay(secret)).toBe(true);
      till.later(minute);
      await till.run('reconcile', node);
      expect(till.ofType('PaymentSucceeded')).toHaveLength(node === 'this' ? 1 : 2);
    }
  });

  it('is asked after also where it began while the clock was ahead, however much began since it was put right', async () => {
    const till = openTill();
    till.later(3 * day);
    const early = await till.order();
    till.pay(await till.begin([early]));
    till.later(-3 * day);
    // As many as one page of the list has, and more.
    for (let n = 0; n < 1_000; n++) await till.begin([await till.order()]);
    const before = reads(till.asked);
    till.later(minute - 1);
    await till.run('reconcile');
    await till.react();
    expect((await till.stateOf(early)).status).toBe('paid');
    expect(reads(till.asked) - before).toBe(1);
  });

  it('is found when its message was lost: a payment, a cancellation, a refund', async () => {
    const till = openTill();
    const [paid, given] = [await till.order(), await till.order()];
    till.pay(await till.begin([paid]), 'pm_card_pendingRefund');
    const cancelled = await till.begin([given]);
    await till.gateway.cancelIntent(cancelled.split('_secret_')[0] ?? '');
    till.later(minute);
    await till.run('reconcile');
    await till.react();
    expect((await till.stateOf(paid)).status).toBe('paid');
    expect(await till.stateOf(given)).toMatchObject({ status: 'unpaid', paymentId: undefined });
    await till.refund(paid);
    await till.react();
    till.later(6 * minute);
    await till.run('reconcile');
    await till.react();
    expect((await till.stateOf(paid)).status).toBe('refunded');
  });

  it('is found also of a dispute, whose end nobody told of', async () => {
    const till = openTill();
    till.pay(await till.begin([await till.order()]), 'pm_card_createDispute');
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    const [open] = till.ofType('DisputeChanged').map(({ data }) => data as { disputeId: string });
    till.dashboard.decideDispute(open?.disputeId ?? '', 'lost');
    till.later(minute);
    await till.run('reconcile');
    expect(till.ofType('DisputeChanged').map(({ data }) => (data as { state: string }).state)).toEqual([
      'open',
      'lost',
    ]);
    expect((await till.books())?.lost).toBe(1999);
  });

  it('is asked after a bounded number at a time, and all of it again after an outage', async () => {
    const till = openTill();
    for (let n = 0; n < 45; n++) await till.begin([await till.order()]);
    const before = till.asked.length;
    till.later(minute);
    till.fail(...Array.from({ length: 20 }, () => 'loses the request' as const));
    await expect(till.run('reconcile')).rejects.toThrow(/20 failed/);
    expect(till.asked.length - before).toBe(20);
    till.later(minute);
    await till.run('reconcile');
    expect(till.asked.length - before).toBe(65);
    till.later(minute);
    await till.run('reconcile');
    expect(till.asked.length - before).toBe(65);
  });

  it('does not wait because of others that the provider cannot tell of', async () => {
    const till = openTill();
    const [lost, found] = [await till.order(), await till.order()];
    await till.begin([lost]);
    till.pay(await till.begin([found]));
    till.later(minute);
    till.fail('fails before');
    await expect(till.run('reconcile')).rejects.toThrow(/1 failed/);
    await till.react();
    expect((await till.stateOf(found)).status).toBe('paid');
  });

  it('does not wait because of others that a newer release has written, however many', async () => {
    const newer = new Set<string>();
    const till = openTill({
      async between(what, id) {
        if (what === 'load' && newer.has(id ?? '')) throw new NewerRelease(`payment-${id} holds something new.`);
      },
    });
    for (let n = 0; n < 20; n++) await till.begin([await till.order()]);
    for (const { data } of till.ofType('PaymentOpened')) newer.add((data as { paymentId: string }).paymentId);
    till.later(1);
    const found = await till.order();
    till.pay(await till.begin([found]));
    till.later(minute);
    await expect(till.run('reconcile')).rejects.toThrow(/20 failed/);
    await till.react();
    expect((await till.stateOf(found)).status).toBe('paid');
  });

  /** Some payments of which nothing is ever said, for whatever reason, and how often they are asked after while minutes pass. */
  async function inVain(howMany: number, reason: Error) {
    const never = new Set<string>();
    let asks = 0;
    const till = openTill({
      async between(what, id) {
        if (what !== 'load' || !never.has(id ?? '')) return;
        asks += 1;
        throw reason;
      },
    });
    for (let n = 0; n < howMany; n++) await till.begin([await till.order()]);
    for (const { data } of till.ofType('PaymentOpened')) never.add((data as { paymentId: string }).paymentId);
    const pass = async (minutes: number) => {
      const before = asks;
      for (let n = 0; n < minutes; n++) {
        till.later(minute);
        await till.run('reconcile').catch(() => undefined);
      }
      await till.react();
      return asks - before;
    };
    return { till, pass };
  }

  it.each([new Unavailable('It is no answer.'), new AnsweredWithFault('It cannot be told.')])(
    'does not wait because of others of which nothing is ever said, however many: $name',
    async (reason) => {
      const { till, pass } = await inVain(45, reason);
      till.later(1);
      const found = await till.order();
      till.pay(await till.begin([found]));
      await pass(4);
      expect((await till.stateOf(found)).status).toBe('paid');
      // They keep nobody waiting again, and are not asked more often than every 15 minutes.
      await pass(60);
      const late = await till.order();
      till.pay(await till.begin([late]));
      await pass(1);
      expect((await till.stateOf(late)).status).toBe('paid');
      await till.begin([await till.order()]);
      expect(await pass(180)).toBeLessThanOrEqual(12 * 45);
    },
  );

  it('is asked after less often by and by while nothing is ever said of anything', async () => {
    const { till, pass } = await inVain(1, new Unavailable('It is no answer.'));
    const asked = [await pass(15), await pass(60), await pass(60)];
    expect(asked).toEqual([4, 4, 4]);
    // It comes again soon once anything is said.
    till.pay(await till.begin([await till.order()]));
    expect(await pass(1)).toBe(1);
  });

  it('is asked after less often by and by also where it cannot be read, and of the others nothing is ever said', async () => {
    const asked = new Map<string, number>();
    const failing = new Map<string, Error>();
    const till = openTill({
      async between(what, id = '') {
        const reason = failing.get(id);
        if (what !== 'load' || !reason) return;
        asked.set(id, (asked.get(id) ?? 0) + 1);
        throw reason;
      },
    });
    for (let n = 0; n < 2; n++) await till.begin([await till.order()]);
    const [never, newer] = till.ofType('PaymentOpened').map(({ data }) => (data as { paymentId: string }).paymentId);
    failing.set(never ?? '', new Unavailable('It is no answer.'));
    failing.set(newer ?? '', new NewerRelease('It is newer.'));
    for (let minutes = 0; minutes < 60; minutes++) {
      till.later(minute);
      await till.run('reconcile').catch(() => undefined);
    }
    expect(asked.size).toBe(2);
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(8);
  });
});
