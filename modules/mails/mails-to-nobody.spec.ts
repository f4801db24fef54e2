import { beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../kernel/errors.ts';
import { MailsUnderTest, minute } from './testing/mails-under-test.ts';

describe('the mails of a shop', () => {
  let shop: MailsUnderTest;

  beforeEach(() => {
    shop = new MailsUnderTest();
  });

  it('to nobody are claimed and finished as others are, as often and no oftener, and handed to no mail server', async () => {
    let isAway = false;
    const one = shop.node(async () => {
      shop.now += 70;
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await one.react(shop.greeted());
    shop.written = { isNobody: true, perHour: 3 };
    for (let n = 0; n < 5; n++) await one.react(shop.greeted(shop.now, 'hash-1'));
    for (let n = 0; n < 5; n++) await one.react(shop.greeted(shop.now, 'hash-2'));
    expect(one.sent).toHaveLength(1);
    expect(shop.pauses).toEqual([70, 70, 70, 70, 70, 70]);
    expect(shop.commands.ofType('MailClaimed')).toHaveLength(1 + 3 + 3);
    expect(shop.commands.ofType('MailGivenUp')).toHaveLength(3 + 3);

    isAway = true;
    shop.written = {};
    await one.react(shop.greeted());
    shop.written = { isNobody: true, perHour: 3 };
    await one.react(shop.greeted(shop.now, 'hash-3'));
    expect(shop.commands.log.slice(-2).map(({ type }) => type)).toEqual(['MailClaimed', 'MailClaimed']);
  });

  it('to nobody take as long as a first try may, where the last took longer with another', async () => {
    let takes = 0;
    const office = shop.node(async () => {
      shop.now += takes;
      if (takes === 0) throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
    });
    await office.react(shop.greeted());
    shop.now += 2 * minute + 1;
    takes = 2 * minute - 1;
    await office.lookAgain();
    expect(office.sent).toHaveLength(1);
    shop.written = { isNobody: true };
    await office.react(shop.greeted(shop.now, 'hash-1'));
    expect(shop.pauses).toEqual([minute]);
    expect(shop.commands.log.at(-1)?.type).toBe('MailClaimed'); // As one to somebody that has not been taken by then.
    shop.now += 2 * minute + 1;
    await office.lookAgain();
    expect(shop.pauses).toEqual([minute, takes]);
    expect(shop.commands.log.at(-1)?.type).toBe('MailGivenUp');
  });
});
