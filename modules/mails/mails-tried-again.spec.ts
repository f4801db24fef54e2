import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../kernel/errors.ts';
import { MailRefused } from './postman.ts';
import { day, MailsUnderTest, minute } from './testing/mails-under-test.ts';

describe('the mails of a shop', () => {
  let shop: MailsUnderTest;

  beforeEach(() => {
    shop = new MailsUnderTest();
  });

  it('are tried again while the mail server is away, ever more seldom, until they are too old', async () => {
    let isAway = true;
    const { react, lookAgain, sent, failures } = shop.node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(shop.greeted());
    for (let passed = 0; passed < day; passed += minute) {
      shop.now += minute;
      await lookAgain();
    }
    const claims = shop.commands.ofType('MailClaimed').length;
    expect(claims).toBeGreaterThan(10);
    expect(claims).toBeLessThan(20);
    expect(failures).toHaveLength(claims);
    shop.now += day;
    await lookAgain();
    expect(shop.commands.ofType('MailGivenUp').map(({ data }) => data)).toEqual([
      { mailId: expect.any(String), because: 'past' },
    ]);

    const later = shop.greeted();
    await react(later);
    isAway = false;
    shop.now += 3 * minute;
    await lookAgain();
    expect(sent).toHaveLength(1);
  });

  it('wait longer for the answer of a mail server with each try, up to the ten minutes that it may take', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    const first = shop.node(async () => {
      throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
    });
    await first.react(shop.greeted());
    for (let tries = 1; tries < 6; tries++) {
      shop.now += 2 * 60 * minute;
      await first.lookAgain();
    }
    expect(timeout.mock.calls.map(([ms]) => ms / minute)).toEqual([1, 2, 4, 8, 10, 10]);
  });

  it('for which a mail server takes its time keep no other mail waiting, however many they are', async () => {
    const hold = Promise.withResolvers<void>();
    let isFirst = true;
    const office = shop.node(async ({ address }) => {
      if (!address.startsWith('slow')) return;
      if (isFirst) throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
      await hold.promise;
    });
    for (let nth = 0; nth < 5; nth++) {
      shop.addresses.set(`s${nth}`, `slow${nth}@example.com`);
      await office.react(shop.greeted(shop.now, `s${nth}`));
    }
    isFirst = false;
    shop.now += 3 * minute;
    const looked = office.lookAgain();
    await vi.waitFor(() => expect(shop.commands.ofType('MailClaimed')).toHaveLength(10));
    await office.claim(shop.greeted());
    await vi.waitFor(() => expect(office.sent.map(({ address }) => address)).toEqual(['mina@example.com']));
    hold.resolve();
    await looked;
    expect(office.sent).toHaveLength(6);
  });

  it('are handed over on whatever millisecond they are tried again', async () => {
    let isAway = true;
    const { react, lookAgain, sent } = shop.node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(shop.greeted());
    isAway = false;
    shop.commandsTake = 1;
    shop.now += 3 * minute;
    await lookAgain();
    expect(sent).toHaveLength(1);
  });

  it('that the mail server refuses for good are given up', async () => {
    const { react, lookAgain, sent } = shop.node(async () => {
      throw new MailRefused(550);
    });
    await react(shop.greeted());
    shop.now += 10 * minute;
    await lookAgain();
    expect(sent).toEqual([]);
    const data = { mailId: expect.any(String), because: 'refused', code: 550 };
    expect(shop.commands.log.at(-1)).toMatchObject({ type: 'MailGivenUp', data });
  });

  it('are not lost where the store is away when they are to be claimed, however often that is tried', async () => {
    shop.written = { perHour: 2 };
    const office = shop.node();
    const event = shop.greeted();
    shop.crashesAt = 'ClaimMail';
    for (let tries = 0; tries < 5; tries++) await expect(office.react(event)).rejects.toThrow('Crashed.');
    shop.crashesAt = undefined;
    await office.react(event);
    expect(office.sent).toHaveLength(1);
  });
});
