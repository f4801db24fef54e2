import { describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import { Conflict, KeyUsedBefore, NotFound } from '../kernel/errors.ts';
import { paymentsOf } from './testing/opened-payments.ts';

describe('paying without naming an order', () => {
  it('pays the oldest unpaid one of that price, and the same one however often the same call comes', async () => {
    const till = openTill();
    await till.order(500);
    const [oldest, next] = [await till.order(), await till.order()];
    const first = await till.beginOldest(1999, 'key');
    expect(await till.beginOldest(1999, 'key')).toBe(first);
    expect(till.pay(first)).toBe(true);
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(/paid already/);
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    expect((await till.stateOf(oldest)).status).toBe('paid');
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(/paid already/);
    expect(paymentsOf(till)).toHaveLength(1);
    const second = await till.beginOldest(1999);
    expect(till.pay(second)).toBe(true);
    for (const message of till.messages()) await till.receive(message);
    await till.react();
    expect((await till.stateOf(next)).status).toBe('paid');
    // Nothing is left to choose from, and what was chosen is still known.
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(/paid already/);
    await expect(till.beginOldest(1999, 'new key')).rejects.toThrow(NotFound);
  });

  it('is refused under a key that was for an order by its name, and nothing is chosen', async () => {
    const till = openTill();
    const secret = await till.begin([await till.order()], 'key');
    const before = till.log.length;
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(KeyUsedBefore);
    expect(till.log).toHaveLength(before);
    expect(await till.beginOldest(1999, 'another key')).toBe(secret);
  });

  it('keeps nothing of a call that cannot come again, however often it is made', async () => {
    const till = openTill();
    await till.order();
    const secret = await till.beginOldest(1999);
    const before = till.log.length;
    for (let times = 0; times < 3; times++) expect(await till.beginOldest(1999)).toBe(secret);
    expect(till.log).toHaveLength(before);
    expect(till.ofType('OrderToPayChosen')).toEqual([]);
  });

  it('pays none that comes while none was found', async () => {
    let isLooking = false;
    const till: Till = openTill({
      async between(what) {
        if (what !== 'load' || !isLooking) return;
        isLooking = false;
        await till.order();
      },
    });
    isLooking = true;
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(NotFound);
    expect(paymentsOf(till)).toEqual([]);
    expect(till.pay(await till.beginOldest(1999, 'key'))).toBe(true);
    await expect(till.beginOldest(1999, 'key')).rejects.toThrow(/paid already/);
  });

  it('is refused under a key that was another price’s', async () => {
    const till = openTill();
    await till.order(500);
    await till.order(1999);
    await till.beginOldest(1999, 'key');
    await expect(till.beginOldest(500, 'key')).rejects.toThrow(Conflict);
  });
});
