import { beforeEach, describe, expect, it } from 'vitest';
import type { DueMail } from './due-mails.ts';
import { MailsUnderTest, minute, type OneNode } from './testing/mails-under-test.ts';

describe('the mails of a shop', () => {
  let shop: MailsUnderTest;

  beforeEach(() => {
    shop = new MailsUnderTest();
  });

  describe('that tell of an account', () => {
    /** Of each of these kinds in turn, over and over. */
    const kinds = ['password-changed', 'factor-added', 'factor-removed'];
    const kindsOf = (sent: readonly DueMail[]) => sent.map(({ mail }) => mail.kind);
    async function flood(nodes: readonly OneNode[], rounds: number, uid = 'u1') {
      for (let n = 0; n < rounds * kinds.length; n++) {
        shop.written = { ...shop.written, kind: kinds[n % kinds.length] ?? '' };
        const event = shop.greeted(shop.now, uid);
        for (const { react } of nodes) await react(event);
      }
    }

    beforeEach(() => {
      shop.written = { countsWith: 'notices' };
    });

    it('are two in an hour to an address that nobody proved, whatever kind they are of, by all nodes together', async () => {
      shop.isProved = false;
      const nodes = [shop.node(), shop.node()];
      const sent = () => nodes.flatMap((each) => each.sent);
      await flood(nodes, 10);
      expect(kindsOf(sent())).toEqual(['password-changed', 'factor-added']);
      shop.now += 60 * minute;
      await flood(nodes, 10);
      expect(sent()).toHaveLength(4);
    });

    it('are two in an hour to such an address, however many persons sign up with it', async () => {
      shop.isProved = false;
      shop.written = { ...shop.written, address: 'victim@example.com' };
      const one = shop.node();
      for (const uid of ['u1', 'u2', 'u3']) await flood([one], 1, uid);
      expect(one.sent).toHaveLength(2);
    });

    it('are a dozen or so to one that was proved, and the first of each kind is always one of them', async () => {
      const nodes = [shop.node(), shop.node()];
      const sent = () => nodes.flatMap((each) => each.sent);
      await flood(nodes, 20);
      expect(sent()).toHaveLength(10 + kinds.length);
      shop.written = { ...shop.written, kind: 'taken-over' };
      await nodes[0]?.react(shop.greeted());
      expect(kindsOf(sent()).at(-1)).toBe('taken-over');
    });

    it('are no more of a kind than that kind has, as the others leave it room, by all nodes together', async () => {
      shop.written = { ...shop.written, perHour: 1 };
      const nodes = [shop.node(), shop.node()];
      await flood(nodes, 5);
      expect(nodes.flatMap(({ sent }) => kindsOf(sent))).toEqual(kinds);
    });

    it('are sent once though the address is proved meanwhile, and two of one event are two', async () => {
      const [one, other] = [shop.node(), shop.node()];
      shop.written = { ...shop.written, kind: 'password-changed' };
      const event = shop.greeted();
      shop.isProved = false;
      await one.react(event);
      shop.isProved = true;
      await other.react(event);
      shop.written = { ...shop.written, kind: 'factor-added' };
      await other.react(event);
      expect([kindsOf(one.sent), kindsOf(other.sent)]).toEqual([['password-changed'], ['factor-added']]);
    });

    it('take no place from receipts, and receipts none from them', async () => {
      const one = shop.node();
      await flood([one], 20);
      const before = one.sent.length;
      shop.written = { kind: 'receipt', perHour: 50 };
      for (let n = 0; n < 60; n++) await one.react(shop.greeted());
      expect(kindsOf(one.sent.slice(before))).toEqual(Array.from({ length: 50 }, () => 'receipt'));
    });

    it('of orders that nobody paid for are bounded where nobody proved the address, and there alone', async () => {
      const one = shop.node();
      shop.written = { kind: 'order-lapsed', perHour: 50, countsWith: 'unpaid-orders' };
      for (let n = 0; n < 20; n++) await one.react(shop.greeted());
      expect(one.sent).toHaveLength(20);
      shop.isProved = false;
      for (let n = 0; n < 20; n++) await one.react(shop.greeted(shop.now, 'u2'));
      expect(one.sent).toHaveLength(20);
      shop.addresses.set('u2', 'pari@example.com');
      for (let n = 0; n < 20; n++) await one.react(shop.greeted(shop.now, 'u2'));
      expect(one.sent).toHaveLength(22);
    });
  });
});
