import { describe, expect, it, vi } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import { Turns } from '../kernel/concurrency/turns.ts';
import { DamagedStream, NewerRelease, Unavailable } from '../kernel/errors.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import { OursComeFirst } from './commands/record-refund.ts';
import { AnsweredWithFault } from './gateway.ts';
import { lookThrough } from './reactors/look-through.ts';
import { expectBooks, hear, paid, statusOf } from './testing/money-back.ts';

const hour = 3_600_000;
const lists = (asked: readonly string[]) =>
  asked.filter((which) => which === 'GET /v1/refunds' || which === 'GET /v1/disputes').length;

describe('what began at the provider, and of which no message came', () => {
  it('is found within an hour: a refund of its dashboard, and a dispute that was lost', async () => {
    const till = openTill();
    const one = await paid(till, [1000, 2000]);
    const two = await paid(till);
    till.dashboard.refund(one.intentId, 1500);
    till.dashboard.decideDispute(till.dashboard.dispute(two.intentId), 'lost');
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await Promise.all(one.ids.map(till.backOf))).toEqual([1000, 500]);
    expect(await till.isOwed(two.id)).toBe(false);
    await expectBooks(till, { taken: 4999, givenBack: 1500, lost: 1999 });
    const before = till.log.length;
    await hear(till);
    expect(till.log.slice(before).map(({ type }) => type)).toEqual(
      till.log.slice(before).map(() => 'PaymentMessageHeard'),
    );
  });

  it('is found also where the shop had asked for it, and its log was put back from before that', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const asked = { intentId, refundId: 'of a log that is gone', attempt: 1, amount: 1999 } as const;
    await till.gateway.refund({ ...asked, reason: 'requested_by_customer' });
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
    await expectBooks(till, { taken: 1999, givenBack: 1999, paid: 0 });
  });

  it('is looked for once an hour, by all nodes together, and from where they had come', async () => {
    const till = openTill();
    await till.run('look-through');
    expect(lists(till.asked)).toBe(0);
    const { id, intentId } = await paid(till);
    const before = lists(till.asked);
    const counts: number[] = [];
    for (let looks = 0; looks < 5; looks++) {
      till.later(hour / 2);
      await Promise.all([till.run('look-through'), till.run('look-through', 'another')]);
      counts.push(lists(till.asked) - before);
    }
    expect(counts).toEqual([2, 2, 4, 4, 6]);
    till.later(20 * 24 * hour);
    till.dashboard.refund(intentId);
    till.later(9 * 24 * hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, id)).toBe('refunded');
  });

  it('is found also where the provider’s clock is behind, and at first where it is of less than thirty days', async () => {
    const till = openTill();
    const [old, late] = [await paid(till), await paid(till)];
    till.dashboard.refund(old.intentId);
    till.later(31 * 24 * hour);
    await till.run('look-through');
    const made = till.dashboard.refund(late.intentId);
    const refund = till.store.refund(made);
    if (refund) till.store.saveRefund({ ...refund, created: refund.created - hour / 2_000 });
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect([await statusOf(till, old.id), await statusOf(till, late.id)]).toEqual(['paid', 'refunded']);
  });

  it('is found within a day where a bank sent a refund back that had gone through, of the last thirty days', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till);
    const refundId = await till.refund(id);
    await till.react();
    await hear(till);
    const [made] = till.store.list('refunds', { intentId, limit: 1 });
    till.later(20 * 24 * hour);
    await till.run('look-through');
    till.dashboard.settleRefund(made?.id ?? '', 'failed', 'lost_or_stolen_card');
    till.later(24 * hour);
    await till.run('look-through');
    await till.react();
    expect(await statusOf(till, id)).toBe('paid');
    expect(await till.failedRefunds()).toMatchObject([{ _id: refundId, wasRefunded: true }]);
    await expectBooks(till, { taken: 1999, givenBack: 0, paid: 1999 });
    const before = till.log.length;
    till.later(24 * hour);
    await till.run('look-through');
    expect(till.log).toHaveLength(before);
  });

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

  it('is looked at again each hour from where it began, and once a day alone in all that is of weeks', async () => {
    const { till, wrong } = await threeBegun('load');
    wrong.with = () => new Error('Nobody has thought of this.');
    const looked = vi.spyOn(till.gateway, 'refundsSince');
    till.later(hour);
    for (let hours = 0; hours < 26; hours++) {
      await expect(till.run('look-through')).rejects.toThrow('1 failed');
      till.later(hour);
    }
    const since = looked.mock.calls.map(([at]) => Date.parse(at));
    expect(since).toHaveLength(26);
    expect(since.filter((at) => at < Math.max(...since) - 2 * 24 * hour)).toHaveLength(2);
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

  it('is found on whichever page of many', async () => {
    const till = openTill();
    const { id, intentId } = await paid(till, [30_000]);
    for (let n = 0; n < 250; n++) till.dashboard.refund(intentId, 100);
    till.later(hour);
    await till.run('look-through');
    await till.react();
    expect(await till.backOf(id)).toBe(25_000);
  });

  it('is nothing of ours when it is about another shop’s money', async () => {
    const [till, other] = [openTill(), openTill()];
    await paid(till);
    const { intentId } = await paid(other);
    other.dashboard.refund(intentId, 500);
    till.later(hour);
    const before = till.log.length;
    for (const refund of other.store.list('refunds', { limit: 1 })) till.store.saveRefund(refund);
    await till.run('look-through');
    expect(till.log).toHaveLength(before);
  });
});

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

describe('an hour after it was looked for, it is looked for again', () => {
  /** Nodes with one store beside the log; `looks`: when somebody asked the provider, in minutes. */
  function shop() {
    const records = new InMemoryRecords();
    const looks: number[] = [];
    let now = Date.parse('2026-01-02T00:00:00.000Z');
    const began = now;
    const turns = () => new Turns(records, 'look-through');
    const node = () =>
      lookThrough({
        commands: {} as never,
        gateway: {
          async refundsSince() {
            looks.push((now - began) / 60_000);
            return { items: [] };
          },
          disputesSince: async () => ({ items: [] }),
        } as never,
        now: () => new Date(now),
        books: { list: async () => ({ documents: [{}] }) } as never,
        turns: turns(),
        every: 1,
      });
    const later = (minutes: number) => {
      now += minutes * 60_000;
    };
    const look = (timer: ReturnType<typeof node>) => timer.run(new Date(now), new AbortController().signal);
    return { node, later, look, looks, takeTurn: () => turns().take(now) };
  }

  it('also by a node that has come in the midst of it', async () => {
    const { node, later, look, looks } = shop();
    await look(node());
    later(30);
    const another = node();
    await look(another);
    later(30);
    await look(another);
    expect(looks).toEqual([0, 60]);
  });

  it('also where the node that had begun is gone, as soon as its turn is over', async () => {
    const { node, later, look, looks, takeTurn } = shop();
    const one = node();
    await look(one);
    later(60);
    await takeTurn();
    await look(one);
    later(2);
    await look(one);
    expect(looks).toEqual([0, 62]);
  });
});
