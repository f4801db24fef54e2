import { beforeEach, describe, expect, it } from 'vitest';
import { day, MailsUnderTest, minute, start } from './testing/mails-under-test.ts';

describe('the mails of a shop', () => {
  let shop: MailsUnderTest;

  beforeEach(() => {
    shop = new MailsUnderTest();
  });

  it('are as many as ever once a clock that was ahead is put right', async () => {
    shop.written = { perHour: 2 };
    const office = shop.node();
    shop.now += day;
    for (let n = 0; n < 3; n++) await office.react(shop.greeted());
    expect(office.sent).toHaveLength(2);
    shop.now -= day;
    for (let n = 0; n < 3; n++) await office.react(shop.greeted());
    expect(office.sent).toHaveLength(4);
  });

  it('are so many of a kind in an hour for one person, by all nodes together', async () => {
    shop.written = { perHour: 3 };
    const nodes = [shop.node(), shop.node()];
    const happened = Array.from({ length: 20 }, () => shop.greeted());
    for (const event of happened) await Promise.all(nodes.map(({ react }) => react(event)));
    const sent = () => nodes.flatMap((each) => each.sent);
    expect(sent()).toHaveLength(3);
    expect(new Set(sent().map(({ id }) => id)).size).toBe(3);
    shop.now += 60 * minute;
    await nodes[0]?.react(shop.greeted());
    expect(sent()).toHaveLength(4);
  });

  it('that strangers can have written are spread over the hour, so that one of the last quarter is always there', async () => {
    shop.written = { perHour: 5, isSpread: true };
    const one = shop.node();
    const sentAt: number[] = [];
    shop.now = start - (start % (60 * minute));
    for (let passed = 0; passed < 3 * 60; passed++) {
      for (let times = 0; times < 2; times++) {
        const before = one.sent.length;
        await one.react(shop.greeted());
        if (one.sent.length > before) sentAt.push(passed);
        expect(passed - (sentAt.at(-1) ?? Number.NaN)).toBeLessThan(15);
      }
      shop.now += minute;
    }
    expect(sentAt.slice(0, 5)).toEqual([0, 0, 15, 30, 45]);
    expect(sentAt).toHaveLength(15);
  });

  it('are so many of a kind in an hour to one address, however many persons have them sent there', async () => {
    const { react, sent } = shop.node();
    const happened = Array.from({ length: 10 }, (_, n) => shop.greeted(shop.now, `u${n}`));
    shop.written = { perHour: 3, address: 'victim@example.com' };
    await Promise.all(happened.map(react));
    expect(sent).toHaveLength(3);
    shop.now += 60 * minute;
    await react(shop.greeted(shop.now, 'u10'));
    expect(sent).toHaveLength(4);
  });
});
