import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import { day, MailsUnderTest, minute, start } from './testing/mails-under-test.ts';

describe('the mails of a shop', () => {
  let shop: MailsUnderTest;

  beforeEach(() => {
    shop = new MailsUnderTest();
  });

  it('are sent once, whatever number of nodes react, and however often', async () => {
    const nodes = [shop.node(), shop.node(), shop.node()];
    const event = shop.greeted();
    await Promise.all(nodes.map(({ react }) => react(event)));
    for (const { react, lookAgain } of nodes) {
      await react(event);
      shop.now += 10 * minute;
      await lookAgain();
    }
    expect(nodes.flatMap(({ sent }) => sent)).toHaveLength(1);
    expect(shop.types()).toEqual(['MailClaimed', 'MailSent']);
  });

  it('say in the log who gets one of which kind, and nothing of what they say or where they go', async () => {
    await shop.node().react(shop.greeted());
    const [claimed, sent] = shop.commands.log.map(({ data }) => data as { mailId: string });
    expect(claimed).toEqual({
      mailId: expect.any(String),
      uid: 'u1',
      kind: 'hello',
      because: { stream: 'greeting-1', revision: 0 },
      attempt: 1,
      until: '2026-01-02T03:06:05.000Z',
    });
    expect(sent).toEqual({ mailId: claimed?.mailId });
  });

  it('are taken over from a node that died before it sent them, and not before its claim is over', async () => {
    const [dies, lives] = [shop.dead(), shop.node()];
    await dies.claim(shop.greeted());
    await lives.lookAgain();
    await lives.react(shop.events[0] as StoredEvent);
    expect(lives.sent).toEqual([]);
    shop.now += 2 * minute + 1;
    await lives.lookAgain();
    await lives.lookAgain();
    expect(lives.sent.map(({ address }) => address)).toEqual(['mina@example.com']);
    expect(shop.types()).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
  });

  it('that have waited for others until another node may soon claim them are left to it', async () => {
    const hold = Promise.withResolvers<void>();
    const [slow, other] = [shop.node(() => hold.promise), shop.node()];
    for (let nth = 0; nth < 5; nth++) {
      shop.addresses.set(`u${nth}`, `mina${nth}@example.com`);
      await slow.claim(shop.greeted(shop.now, `u${nth}`));
    }
    shop.now += minute + 1; // Of two.
    hold.resolve();
    await slow.idle();
    expect(slow.sent).toHaveLength(4);
    shop.now += minute;
    await other.lookAgain();
    expect(other.sent.map(({ address }) => address)).toEqual(['mina4@example.com']);
  });

  it('have the same id for the one who gets them, whichever node sends, though a crash made it two', async () => {
    const [crashes, lives] = [shop.node(), shop.node()];
    shop.crashesAt = 'FinishMail';
    await crashes.react(shop.greeted());
    shop.crashesAt = undefined;
    shop.now += 3 * minute;
    await lives.lookAgain();
    expect(crashes.sent[0]?.id).toBe(lives.sent[0]?.id);
  });

  it('are sent once by a node that cannot say so for longer than its claim, since the store is away', async () => {
    const office = shop.node();
    shop.pause = Promise.withResolvers();
    shop.isStoreAway = true;
    await office.claim(shop.greeted());
    await vi.waitFor(() => expect(shop.pauses).toHaveLength(1));
    shop.now += 3 * minute;
    shop.isStoreAway = false;
    await office.look();
    shop.pause.resolve();
    await office.idle();
    expect(office.sent).toHaveLength(1);
    expect(shop.types()).toEqual(['MailClaimed', 'MailSent']);
  });

  it('are sent again by the node that sent them, where it could not say so for another reason, and gave it up', async () => {
    const office = shop.node();
    shop.crashesAt = 'FinishMail';
    await office.react(shop.greeted());
    shop.crashesAt = undefined;
    shop.now += 3 * minute;
    await office.lookAgain();
    expect(office.sent).toHaveLength(2);
    expect(shop.types()).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
  });

  describe('that are being sent when the shop closes', () => {
    /** A mail server that has the mail, and says so once it is let. */
    async function closing() {
      shop.pause = Promise.withResolvers();
      const [began, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isStopped = false;
      const office = shop.node(async (_, stop) => {
        began.resolve();
        stop.addEventListener('abort', () => {
          isStopped = true;
          answer.reject(new Unavailable('It was stopped.'));
        });
        await answer.promise;
      });
      await office.claim(shop.greeted());
      await began.promise;
      return { office, answer, isStopped: () => isStopped };
    }

    it('are sent to their end, so that no other node sends them again, and no other begins', async () => {
      const { office, answer, isStopped } = await closing();
      const closed = office.close();
      await office.claim(shop.greeted());
      expect(isStopped()).toBe(false);
      answer.resolve();
      await closed;
      expect(office.sent).toHaveLength(1);
      expect(shop.types()).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
    });

    it('are stopped where that takes too long', async () => {
      const { office, isStopped } = await closing();
      const closed = office.close();
      shop.pause?.resolve();
      await closed;
      expect(isStopped()).toBe(true);
      expect(shop.types()).toEqual(['MailClaimed']);
    });
  });

  it('are about nothing that is older than a day, or than they are good for, or than the shop writes any', async () => {
    const { react, sent } = shop.node();
    await react(shop.greeted(start - day - 1));
    shop.written = { goodFor: minute };
    await react(shop.greeted(start - minute - 1));
    shop.written = {};
    await shop.node(undefined, start - minute).react(shop.greeted(start - minute - 1));
    expect(sent).toEqual([]);
    expect(shop.commands.log).toEqual([]);
  });

  it('go to nobody who was erased before they were sent', async () => {
    let isAway = true;
    const { react, lookAgain, sent } = shop.node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(shop.greeted());
    shop.addresses.delete('u1');
    isAway = false;
    shop.now += 3 * minute;
    await lookAgain();
    expect(sent).toEqual([]);
    expect(shop.commands.log.at(-1)).toMatchObject({ type: 'MailGivenUp', data: { because: 'past' } });

    shop.written = { address: 'erased' };
    const before = shop.commands.log.length;
    await react(shop.greeted());
    expect(shop.commands.log).toHaveLength(before);
  });

  it('go to the address that the mail names, where it names one', async () => {
    shop.written = { address: 'before@example.com' };
    const { react, sent } = shop.node();
    await react(shop.greeted());
    expect(sent.map(({ address }) => address)).toEqual(['before@example.com']);
  });
});
