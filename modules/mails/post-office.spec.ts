import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../backend/testing/stored.ts';
import { Unavailable } from '../kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../kernel/event.ts';
import { type MailDefinition, mails } from '../kernel/mails.ts';
import { viewOf } from '../kernel/view.ts';
import { type DueMail, DueMails } from './due-mails.ts';
import { PostOffice } from './post-office.ts';
import { MailRefused } from './postman.ts';
import { claimAgain } from './reactors/claim-again.ts';
import { writeMails } from './reactors/write-mails.ts';
import { openMails } from './read-models/open-mails.ts';

type Greeted = DomainEvent<'Greeted', { uid: string }>;

const start = Date.parse('2026-01-02T03:04:05.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const signal = new AbortController().signal;

describe('the mails of a shop', () => {
  let now: number;
  let written: Pick<MailDefinition, 'goodFor' | 'perHour' | 'countsWith' | 'isSpread'> & {
    address?: string;
    kind?: string;
    isNobody?: true;
  };
  let pauses: number[];
  let isProved: boolean;
  let addresses: Map<string, string>;
  let events: StoredEvent[];
  let crashesAt: string | undefined;
  /** Whether the store takes no word of what became of a mail. */
  let isStoreAway: boolean;
  /** Until when each pause lasts. */
  let pause: PromiseWithResolvers<void> | undefined;
  /** Milliseconds. */
  let commandsTake: number;
  let commands: InMemoryCommands;
  let readModels: InMemoryReadModels;

  beforeEach(() => {
    now = start;
    written = {};
    isProved = true;
    pauses = [];
    addresses = new Map([['u1', 'mina@example.com']]);
    events = [];
    crashesAt = undefined;
    isStoreAway = false;
    pause = undefined;
    commandsTake = 0;
    readModels = new InMemoryReadModels();
    commands = new InMemoryCommands({
      now: () => new Date(now),
      appended: (appended) => readModels.follow([openMails], appended),
    });
  });

  function greeted(at = now, uid = 'u1'): StoredEvent<Greeted> {
    const event: Greeted = { type: 'Greeted', data: { uid } };
    const place = { stream: 'greeting-1', revision: BigInt(events.length), position: BigInt(events.length + 1) };
    const happened = stored(event, { ...place, time: new Date(at).toISOString() });
    events.push(happened);
    return happened;
  }

  /** A node with a postman of its own; `take` is what that does with a mail. */
  function node(take: (mail: DueMail, stop: AbortSignal) => Promise<void> = async () => {}, began = start - day) {
    const sent: DueMail[] = [];
    const failures: unknown[] = [];
    const due = new DueMails({
      mails: [
        mails<Greeted>({
          on: {
            Greeted: ({ data: { uid } }) => ({
              to: {
                uid,
                ...(written.address !== undefined && { address: written.address }),
                ...(written.isNobody && { isNobody: written.isNobody }),
              },
              kind: written.kind ?? 'hello',
              subject: 'Hello',
              paragraphs: [],
              ...(written.goodFor !== undefined && { goodFor: written.goodFor }),
              ...(written.perHour !== undefined && { perHour: written.perHour }),
              ...(written.isSpread && { isSpread: written.isSpread }),
              ...(written.countsWith !== undefined && { countsWith: written.countsWith }),
            }),
          },
        }),
      ],
      addressOf: async (uid) => addresses.get(uid),
      now: () => new Date(now),
      isBefore: (time) => Date.parse(time) < began,
    });
    const office = new PostOffice({
      commands: {
        load: (...which) => commands.load(...which),
        recall: (...which) => commands.recall(...which),
        async execute(...command) {
          if (command[3].type === crashesAt) throw new Error('Crashed.');
          if (isStoreAway && command[3].type === 'FinishMail') throw new Unavailable('The store is away.');
          const outcome = await commands.execute(...command);
          now += commandsTake;
          return outcome;
        },
      },
      due,
      isProved: async () => isProved,
      postman: {
        async send(mail, stop) {
          await take(mail, stop);
          sent.push(mail);
        },
      },
      readEvent: async ({ revision }) => events[revision],
      now: () => new Date(now),
      async pause(milliseconds) {
        pauses.push(milliseconds);
        await pause?.promise;
      },
      tries: { failed: (reason) => void failures.push(reason), succeeded: () => {} },
    });
    const reactor = writeMails({ due, office });
    const again = claimAgain({ open: viewOf(readModels, openMails), office, every: 1 });
    return {
      sent,
      failures,
      claim: (event: StoredEvent) => reactor.react(event),
      idle: () => office.idle(),
      react: async (event: StoredEvent) => {
        await reactor.react(event);
        await office.idle();
      },
      close: () => office.close(),
      look: () => again.run(new Date(now), signal),
      lookAgain: async () => {
        await again.run(new Date(now), signal);
        await office.idle();
      },
    };
  }
  const dead = () => node(() => new Promise(() => {}));
  const types = () => commands.log.map(({ type }) => type);

  it('are sent once, whatever number of nodes react, and however often', async () => {
    const nodes = [node(), node(), node()];
    const event = greeted();
    await Promise.all(nodes.map(({ react }) => react(event)));
    for (const { react, lookAgain } of nodes) {
      await react(event);
      now += 10 * minute;
      await lookAgain();
    }
    expect(nodes.flatMap(({ sent }) => sent)).toHaveLength(1);
    expect(types()).toEqual(['MailClaimed', 'MailSent']);
  });

  it('say in the log who gets one of which kind, and nothing of what they say or where they go', async () => {
    await node().react(greeted());
    const [claimed, sent] = commands.log.map(({ data }) => data as { mailId: string });
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
    const [dies, lives] = [dead(), node()];
    await dies.claim(greeted());
    await lives.lookAgain();
    await lives.react(events[0] as StoredEvent);
    expect(lives.sent).toEqual([]);
    now += 2 * minute + 1;
    await lives.lookAgain();
    await lives.lookAgain();
    expect(lives.sent.map(({ address }) => address)).toEqual(['mina@example.com']);
    expect(types()).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
  });

  it('that have waited for others until another node may soon claim them are left to it', async () => {
    const hold = Promise.withResolvers<void>();
    const [slow, other] = [node(() => hold.promise), node()];
    for (let nth = 0; nth < 5; nth++) {
      addresses.set(`u${nth}`, `mina${nth}@example.com`);
      await slow.claim(greeted(now, `u${nth}`));
    }
    now += minute + 1; // Of two.
    hold.resolve();
    await slow.idle();
    expect(slow.sent).toHaveLength(4);
    now += minute;
    await other.lookAgain();
    expect(other.sent.map(({ address }) => address)).toEqual(['mina4@example.com']);
  });

  it('have the same id for the one who gets them, whichever node sends, though a crash made it two', async () => {
    const [crashes, lives] = [node(), node()];
    crashesAt = 'FinishMail';
    await crashes.react(greeted());
    crashesAt = undefined;
    now += 3 * minute;
    await lives.lookAgain();
    expect(crashes.sent[0]?.id).toBe(lives.sent[0]?.id);
  });

  it('are sent once by a node that cannot say so for longer than its claim, since the store is away', async () => {
    const office = node();
    pause = Promise.withResolvers();
    isStoreAway = true;
    await office.claim(greeted());
    await vi.waitFor(() => expect(pauses).toHaveLength(1));
    now += 3 * minute;
    isStoreAway = false;
    await office.look();
    pause.resolve();
    await office.idle();
    expect(office.sent).toHaveLength(1);
    expect(types()).toEqual(['MailClaimed', 'MailSent']);
  });

  describe('that are being sent when the shop closes', () => {
    /** A mail server that has the mail, and says so once it is let. */
    async function closing() {
      pause = Promise.withResolvers();
      const [began, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let isStopped = false;
      const office = node(async (_, stop) => {
        began.resolve();
        stop.addEventListener('abort', () => {
          isStopped = true;
          answer.reject(new Unavailable('It was stopped.'));
        });
        await answer.promise;
      });
      await office.claim(greeted());
      await began.promise;
      return { office, answer, isStopped: () => isStopped };
    }

    it('are sent to their end, so that no other node sends them again, and no other begins', async () => {
      const { office, answer, isStopped } = await closing();
      const closed = office.close();
      await office.claim(greeted());
      expect(isStopped()).toBe(false);
      answer.resolve();
      await closed;
      expect(office.sent).toHaveLength(1);
      expect(types()).toEqual(['MailClaimed', 'MailClaimed', 'MailSent']);
    });

    it('are stopped where that takes too long', async () => {
      const { office, isStopped } = await closing();
      const closed = office.close();
      pause?.resolve();
      await closed;
      expect(isStopped()).toBe(true);
      expect(types()).toEqual(['MailClaimed']);
    });
  });

  it('are tried again while the mail server is away, ever more seldom, until they are too old', async () => {
    let isAway = true;
    const { react, lookAgain, sent, failures } = node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(greeted());
    for (let passed = 0; passed < day; passed += minute) {
      now += minute;
      await lookAgain();
    }
    const claims = commands.ofType('MailClaimed').length;
    expect(claims).toBeGreaterThan(10);
    expect(claims).toBeLessThan(20);
    expect(failures).toHaveLength(claims);
    now += day;
    await lookAgain();
    expect(commands.ofType('MailGivenUp').map(({ data }) => data)).toEqual([
      { mailId: expect.any(String), because: 'past' },
    ]);

    const later = greeted();
    await react(later);
    isAway = false;
    now += 3 * minute;
    await lookAgain();
    expect(sent).toHaveLength(1);
  });

  it('wait longer for the answer of a mail server with each try, up to the ten minutes that it may take', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    const first = node(async () => {
      throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
    });
    await first.react(greeted());
    for (let tries = 1; tries < 6; tries++) {
      now += 2 * 60 * minute;
      await first.lookAgain();
    }
    expect(timeout.mock.calls.map(([ms]) => ms / minute)).toEqual([1, 2, 4, 8, 10, 10]);
  });

  it('for which a mail server takes its time keep no other mail waiting, however many they are', async () => {
    const hold = Promise.withResolvers<void>();
    let isFirst = true;
    const office = node(async ({ address }) => {
      if (!address.startsWith('slow')) return;
      if (isFirst) throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
      await hold.promise;
    });
    for (let nth = 0; nth < 5; nth++) {
      addresses.set(`s${nth}`, `slow${nth}@example.com`);
      await office.react(greeted(now, `s${nth}`));
    }
    isFirst = false;
    now += 3 * minute;
    const looked = office.lookAgain();
    await vi.waitFor(() => expect(commands.ofType('MailClaimed')).toHaveLength(10));
    await office.claim(greeted());
    await vi.waitFor(() => expect(office.sent.map(({ address }) => address)).toEqual(['mina@example.com']));
    hold.resolve();
    await looked;
    expect(office.sent).toHaveLength(6);
  });

  it('are handed over on whatever millisecond they are tried again', async () => {
    let isAway = true;
    const { react, lookAgain, sent } = node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(greeted());
    isAway = false;
    commandsTake = 1;
    now += 3 * minute;
    await lookAgain();
    expect(sent).toHaveLength(1);
  });

  it('that the mail server refuses for good are given up', async () => {
    const { react, lookAgain, sent } = node(async () => {
      throw new MailRefused(550);
    });
    await react(greeted());
    now += 10 * minute;
    await lookAgain();
    expect(sent).toEqual([]);
    const data = { mailId: expect.any(String), because: 'refused', code: 550 };
    expect(commands.log.at(-1)).toMatchObject({ type: 'MailGivenUp', data });
  });

  it('are about nothing that is older than a day, or than they are good for, or than the shop writes any', async () => {
    const { react, sent } = node();
    await react(greeted(start - day - 1));
    written = { goodFor: minute };
    await react(greeted(start - minute - 1));
    written = {};
    await node(undefined, start - minute).react(greeted(start - minute - 1));
    expect(sent).toEqual([]);
    expect(commands.log).toEqual([]);
  });

  it('go to nobody who was erased before they were sent', async () => {
    let isAway = true;
    const { react, lookAgain, sent } = node(async () => {
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await react(greeted());
    addresses.delete('u1');
    isAway = false;
    now += 3 * minute;
    await lookAgain();
    expect(sent).toEqual([]);
    expect(commands.log.at(-1)).toMatchObject({ type: 'MailGivenUp', data: { because: 'past' } });

    written = { address: 'erased' };
    const before = commands.log.length;
    await react(greeted());
    expect(commands.log).toHaveLength(before);
  });

  it('go to the address that the mail names, where it names one', async () => {
    written = { address: 'before@example.com' };
    const { react, sent } = node();
    await react(greeted());
    expect(sent.map(({ address }) => address)).toEqual(['before@example.com']);
  });

  it('to nobody are claimed and finished as others are, as often and no oftener, and handed to no mail server', async () => {
    let isAway = false;
    const one = node(async () => {
      now += 70;
      if (isAway) throw new Unavailable('The mail server is away.');
    });
    await one.react(greeted());
    written = { isNobody: true, perHour: 3 };
    for (let n = 0; n < 5; n++) await one.react(greeted(now, 'hash-1'));
    for (let n = 0; n < 5; n++) await one.react(greeted(now, 'hash-2'));
    expect(one.sent).toHaveLength(1);
    expect(pauses).toEqual([70, 70, 70, 70, 70, 70]);
    expect(commands.ofType('MailClaimed')).toHaveLength(1 + 3 + 3);
    expect(commands.ofType('MailGivenUp')).toHaveLength(3 + 3);

    isAway = true;
    written = {};
    await one.react(greeted());
    written = { isNobody: true, perHour: 3 };
    await one.react(greeted(now, 'hash-3'));
    expect(commands.log.slice(-2).map(({ type }) => type)).toEqual(['MailClaimed', 'MailClaimed']);
  });

  it('to nobody take as long as a first try may, where the last took longer with another', async () => {
    let takes = 0;
    const office = node(async () => {
      now += takes;
      if (takes === 0) throw new Unavailable('The mail server did not take a mail (ETIMEDOUT, DATA).');
    });
    await office.react(greeted());
    now += 2 * minute + 1;
    takes = 2 * minute - 1;
    await office.lookAgain();
    expect(office.sent).toHaveLength(1);
    written = { isNobody: true };
    await office.react(greeted(now, 'hash-1'));
    expect(pauses).toEqual([minute]);
    expect(commands.log.at(-1)?.type).toBe('MailClaimed'); // As one to somebody that has not been taken by then.
    now += 2 * minute + 1;
    await office.lookAgain();
    expect(pauses).toEqual([minute, takes]);
    expect(commands.log.at(-1)?.type).toBe('MailGivenUp');
  });

  it('are not lost where the store is away when they are to be claimed, however often that is tried', async () => {
    written = { perHour: 2 };
    const office = node();
    const event = greeted();
    crashesAt = 'ClaimMail';
    for (let tries = 0; tries < 5; tries++) await expect(office.react(event)).rejects.toThrow('Crashed.');
    crashesAt = undefined;
    await office.react(event);
    expect(office.sent).toHaveLength(1);
  });

  it('are as many as ever once a clock that was ahead is put right', async () => {
    written = { perHour: 2 };
    const office = node();
    now += day;
    for (let n = 0; n < 3; n++) await office.react(greeted());
    expect(office.sent).toHaveLength(2);
    now -= day;
    for (let n = 0; n < 3; n++) await office.react(greeted());
    expect(office.sent).toHaveLength(4);
  });

  it('are so many of a kind in an hour for one person, by all nodes together', async () => {
    written = { perHour: 3 };
    const nodes = [node(), node()];
    const happened = Array.from({ length: 20 }, () => greeted());
    for (const event of happened) await Promise.all(nodes.map(({ react }) => react(event)));
    const sent = () => nodes.flatMap((each) => each.sent);
    expect(sent()).toHaveLength(3);
    expect(new Set(sent().map(({ id }) => id)).size).toBe(3);
    now += 60 * minute;
    await nodes[0]?.react(greeted());
    expect(sent()).toHaveLength(4);
  });

  it('that strangers can have written are spread over the hour, so that one of the last quarter is always there', async () => {
    written = { perHour: 5, isSpread: true };
    const one = node();
    const sentAt: number[] = [];
    now = start - (start % (60 * minute));
    for (let passed = 0; passed < 3 * 60; passed++) {
      for (let times = 0; times < 2; times++) {
        const before = one.sent.length;
        await one.react(greeted());
        if (one.sent.length > before) sentAt.push(passed);
        expect(passed - (sentAt.at(-1) ?? Number.NaN)).toBeLessThan(15);
      }
      now += minute;
    }
    expect(sentAt.slice(0, 5)).toEqual([0, 0, 15, 30, 45]);
    expect(sentAt).toHaveLength(15);
  });

  it('are so many of a kind in an hour to one address, however many persons have them sent there', async () => {
    const { react, sent } = node();
    const happened = Array.from({ length: 10 }, (_, n) => greeted(now, `u${n}`));
    written = { perHour: 3, address: 'victim@example.com' };
    await Promise.all(happened.map(react));
    expect(sent).toHaveLength(3);
    now += 60 * minute;
    await react(greeted(now, 'u10'));
    expect(sent).toHaveLength(4);
  });

  describe('that tell of an account', () => {
    /** Of each of these kinds in turn, over and over. */
    const kinds = ['password-changed', 'factor-added', 'factor-removed'];
    const kindsOf = (sent: readonly DueMail[]) => sent.map(({ mail }) => mail.kind);
    async function flood(nodes: readonly ReturnType<typeof node>[], rounds: number, uid = 'u1') {
      for (let n = 0; n < rounds * kinds.length; n++) {
        written = { ...written, kind: kinds[n % kinds.length] ?? '' };
        const event = greeted(now, uid);
        for (const { react } of nodes) await react(event);
      }
    }

    beforeEach(() => {
      written = { countsWith: 'notices' };
    });

    it('are two in an hour to an address that nobody proved, whatever kind they are of, by all nodes together', async () => {
      isProved = false;
      const nodes = [node(), node()];
      const sent = () => nodes.flatMap((each) => each.sent);
      await flood(nodes, 10);
      expect(kindsOf(sent())).toEqual(['password-changed', 'factor-added']);
      now += 60 * minute;
      await flood(nodes, 10);
      expect(sent()).toHaveLength(4);
    });

    it('are two in an hour to such an address, however many persons sign up with it', async () => {
      isProved = false;
      written = { ...written, address: 'victim@example.com' };
      const one = node();
      for (const uid of ['u1', 'u2', 'u3']) await flood([one], 1, uid);
      expect(one.sent).toHaveLength(2);
    });

    it('are a dozen or so to one that was proved, and the first of each kind is always one of them', async () => {
      const nodes = [node(), node()];
      const sent = () => nodes.flatMap((each) => each.sent);
      await flood(nodes, 20);
      expect(sent()).toHaveLength(10 + kinds.length);
      written = { ...written, kind: 'taken-over' };
      await nodes[0]?.react(greeted());
      expect(kindsOf(sent()).at(-1)).toBe('taken-over');
    });

    it('are no more of a kind than that kind has, as the others leave it room, by all nodes together', async () => {
      written = { ...written, perHour: 1 };
      const nodes = [node(), node()];
      await flood(nodes, 5);
      expect(nodes.flatMap(({ sent }) => kindsOf(sent))).toEqual(kinds);
    });

    it('are sent once though the address is proved meanwhile, and two of one event are two', async () => {
      const [one, other] = [node(), node()];
      written = { ...written, kind: 'password-changed' };
      const event = greeted();
      isProved = false;
      await one.react(event);
      isProved = true;
      await other.react(event);
      written = { ...written, kind: 'factor-added' };
      await other.react(event);
      expect([kindsOf(one.sent), kindsOf(other.sent)]).toEqual([['password-changed'], ['factor-added']]);
    });

    it('take no place from receipts, and receipts none from them', async () => {
      const one = node();
      await flood([one], 20);
      const before = one.sent.length;
      written = { kind: 'receipt', perHour: 50 };
      for (let n = 0; n < 60; n++) await one.react(greeted());
      expect(kindsOf(one.sent.slice(before))).toEqual(Array.from({ length: 50 }, () => 'receipt'));
    });

    it('of orders that nobody paid for are bounded where nobody proved the address, and there alone', async () => {
      const one = node();
      written = { kind: 'order-lapsed', perHour: 50, countsWith: 'unpaid-orders' };
      for (let n = 0; n < 20; n++) await one.react(greeted());
      expect(one.sent).toHaveLength(20);
      isProved = false;
      for (let n = 0; n < 20; n++) await one.react(greeted(now, 'u2'));
      expect(one.sent).toHaveLength(20);
      addresses.set('u2', 'pari@example.com');
      for (let n = 0; n < 20; n++) await one.react(greeted(now, 'u2'));
      expect(one.sent).toHaveLength(22);
    });
  });
});
