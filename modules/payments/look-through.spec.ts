import { describe, expect, it } from 'vitest';
import { openTill } from '../../backend/testing/deciding/till.ts';
import { Turns } from '../kernel/concurrency/turns.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
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
