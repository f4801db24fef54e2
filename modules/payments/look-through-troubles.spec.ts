import { describe, expect, it, vi } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import { DamagedStream, NewerRelease, Unavailable } from '../kernel/errors.ts';
import { OursComeFirst } from './commands/record-refund.ts';
import { AnsweredWithFault } from './gateway.ts';
import { expectBooks, paid, statusOf } from './testing/money-back.ts';

const hour = 3_600_000;

/**
 * Two refunds and a dispute that was lost, all of which began at the provider. The first that it tells of is `one`, whose payment
 * fails at a step `with` what a test says.
 */
async function threeBegun(step: string) {
  const wrong: { with?: (() => Error) | undefined } = {};
  const till: Till = openTill({
    async between(what, id) {
      if (wrong.with && what === step && id === till.store.intent(one.intentId)?.metadata.paymentId) {
        throw wrong.with();
      }
    },
  });
  const [one, two, disputed] = [await paid(till), await paid(till), await paid(till)];
  till.dashboard.refund(two.intentId);
  till.dashboard.refund(one.intentId);
  till.dashboard.decideDispute(till.dashboard.dispute(disputed.intentId), 'lost');
  return { till, one, two, disputed, wrong };
}

describe('what began at the provider, while something is wrong', () => {
  it('is looked for again when the provider was away', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    till.dashboard.refund(intentId);
    till.later(hour);
    till.fail('loses the request');
    await expect(till.run('look-through')).rejects.toThrow();
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('is looked for again from where that had last gone well, when the provider was away for hours', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    till.later(hour);
    await till.run('look-through');
    till.dashboard.refund(intentId);
    for (let hours = 0; hours < 5; hours++) {
      till.later(hour);
      till.fail('loses the request');
      await expect(till.run('look-through')).rejects.toThrow();
    }
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('is found also where something is wrong with another', async () => {
    let isWrong = true;
    const till = openTill({
      async between(what) {
        if (what !== 'RecordRefund' || !isWrong) return;
        isWrong = false;
        throw new Error('Nobody has thought of this.');
      },
    });
    const one = await paid(till);
    const two = await paid(till);
    till.dashboard.refund(one.intentId);
    till.dashboard.refund(two.intentId);
    till.later(hour);
    await expect(till.run('look-through')).rejects.toThrow(/1 failed/);
    await till.react();
    expect([await statusOf(till, one.id), await statusOf(till, two.id)].sort()).toEqual(['paid', 'refunded']);
  });

  it('is found also where another’s payment cannot be read', async () => {
    const { till, one, two, disputed, wrong } = await threeBegun('load');
    const [event] = till.ofType('PaymentOpened');
    if (!event) throw new Error('There is no payment.');
    wrong.with = () => new DamagedStream(event.stream, { ...event, damaged: 'It is broken.' });
    till.later(hour);
    await expect(till.run('look-through')).rejects.toThrow('1 failed: DamagedStream');
    await till.react();
    expect([await statusOf(till, one.id), await statusOf(till, two.id)]).toEqual(['paid', 'refunded']);
    expect(await till.isOwed(disputed.id)).toBe(false);
  });

  it.each([
    ['a newer release has written', () => new NewerRelease('payment-p1 holds something new.')],
    ['it is not known yet what became of others of its payment', () => new OursComeFirst()],
    ['the provider cannot answer', () => new AnsweredWithFault('It is broken.')],
  ])('is found also where of another %s', async (_, reason) => {
    const { till, one, two, disputed, wrong } = await threeBegun('RecordRefund');
    wrong.with = reason;
    till.later(hour);
    await expect(till.run('look-through')).rejects.toThrow('1 failed');
    await till.react();
    expect([await statusOf(till, one.id), await statusOf(till, two.id)]).toEqual(['paid', 'refunded']);
    expect(await till.isOwed(disputed.id)).toBe(false);
  });

  it('is found where it is a dispute also while the provider’s list of refunds cannot be had, which is asked for again', async () => {
    const till = openTill();
    const [refunded, disputed] = [await paid(till), await paid(till)];
    till.dashboard.refund(refunded.intentId);
    till.dashboard.decideDispute(till.dashboard.dispute(disputed.intentId), 'lost');
    const lost = vi.spyOn(till.gateway, 'refundsSince').mockRejectedValue(new Unavailable('It says something else.'));
    for (let hours = 0; hours < 2; hours++) {
      till.later(hour);
      await expect(till.run('look-through')).rejects.toThrow('It says something else.');
    }
    await till.react();
    expect(await till.isOwed(disputed.id)).toBe(false);
    lost.mockRestore();
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, refunded.id)).toBe('refunded');
  });

  it('is found also where the provider refuses to tell of another', async () => {
    const till = openTill();
    const disputed = [await paid(till), await paid(till)];
    for (const { intentId } of disputed) till.dashboard.decideDispute(till.dashboard.dispute(intentId), 'lost');
    till.later(hour);
    // After the two lists: the first of the disputes.
    till.fail(undefined, undefined, 'takes nothing for this shop');
    await expect(till.run('look-through')).rejects.toThrow('1 failed');
    await till.react();
    expect((await Promise.all(disputed.map(({ id }) => till.isOwed(id)))).sort()).toEqual([false, true]);
  });

  it('is looked at again each hour while something is wrong with it, and recorded once that is not so', async () => {
    const { till, one, wrong } = await threeBegun('load');
    till.later(hour);
    wrong.with = () => new Error('Nobody has thought of this.');
    for (let hours = 0; hours < 5; hours++) {
      await expect(till.run('look-through')).rejects.toThrow('1 failed');
      till.later(hour);
    }
    wrong.with = undefined;
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, one.id)).toBe('refunded');
    await expectBooks(till, { taken: 5997, givenBack: 3998, lost: 1999 });
  });

  it('is looked at again each hour of its first day from where it began, and then once a day, in all that is of weeks', async () => {
    const { till, wrong } = await threeBegun('load');
    wrong.with = () => new Error('Nobody has thought of this.');
    const looked = vi.spyOn(till.gateway, 'refundsSince');
    const failed: number[] = [];
    for (let hours = 1; hours <= 72; hours++) {
      till.later(hour);
      await till.run('look-through').catch(() => failed.push(hours));
    }
    expect(failed).toEqual([...Array.from({ length: 24 }, (_, nth) => nth + 1), 48, 72]);
    const since = looked.mock.calls.map(([at]) => Date.parse(at));
    expect(since).toHaveLength(72);
    expect(since.filter((at) => at < Math.max(...since) - 4 * 24 * hour)).toHaveLength(4);
  });

  it('is looked at no more, once something was wrong with it for thirty days', async () => {
    const { till, one, wrong } = await threeBegun('load');
    wrong.with = () => new Error('Nobody has thought of this.');
    till.later(30 * 24 * hour);
    await expect(till.run('look-through')).rejects.toThrow('1 failed');
    till.later(hour);
    await till.run('look-through');
    wrong.with = undefined;
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, one.id)).toBe('paid');
  });

  it('waits with all others while the store is away', async () => {
    const { till, two, wrong } = await threeBegun('RecordRefund');
    wrong.with = () => new Unavailable('The event store is away.');
    till.later(hour);
    await expect(till.run('look-through')).rejects.toThrow(Unavailable);
    await till.react();
    expect(await statusOf(till, two.id)).toBe('paid');
  });
});
