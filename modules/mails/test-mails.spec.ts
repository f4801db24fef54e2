import { beforeEach, describe, expect, it } from 'vitest';
import { Conflict, HungUp, TooMany, Unavailable } from '../kernel/errors.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import type { DueMail } from './due-mails.ts';
import type { NotTaken } from './postman.ts';
import { mostTestMails, TestMails } from './test-mails.ts';

const olga = { uid: 'u1', email: 'olga@inventory.example' };
const hour = 3_600_000;
const never = new AbortController().signal;

describe('a test mail', () => {
  let now: number;
  let records: InMemoryRecords;
  let sent: DueMail[];
  let answer: () => Promise<NotTaken | undefined>;
  const node = (but: object = {}) =>
    new TestMails({
      records,
      now: () => new Date(now),
      pause: async () => new Promise((resolve) => setImmediate(resolve)),
      postman: {
        trySending: async (due) => {
          sent.push(due);
          return answer();
        },
      },
      ...but,
    });

  beforeEach(() => {
    now = Date.parse('2026-01-02T03:04:05.000Z');
    records = new InMemoryRecords();
    sent = [];
    answer = async () => undefined;
  });

  it('goes to whoever asks, and says that the mail server took it', async () => {
    expect(await node().send(olga, 'c1', never)).toEqual({ outcome: 'sent' });
    expect(sent).toMatchObject([{ address: olga.email, mail: { to: { uid: 'u1' }, kind: 'test' } }]);
  });

  it('says why it was not taken, and keeps nothing of a person', async () => {
    answer = async () => ({ said: 'connection refused by smtp.example:587', reason: new Unavailable('Away') });
    const said = { outcome: 'refused', said: 'connection refused by smtp.example:587' };
    expect(await node().send(olga, 'c1', never)).toEqual(said);
    expect((await records.get('test-mails'))?.value).not.toMatch(/olga|u1/);
  });

  it('is one however often the same call comes, to whichever node', async () => {
    const nodes = [node(), node(), node()];
    const answers = await Promise.all(nodes.map((one) => one.send(olga, 'c1', never)));
    expect(answers).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }, { outcome: 'sent' }]);
    expect(await node().send(olga, 'c1', never)).toEqual({ outcome: 'sent' });
    expect(sent).toHaveLength(1);
  });

  it('is waited for no more by a call that was hung up on, while the first one goes on', async () => {
    const taken = Promise.withResolvers<undefined>();
    answer = () => taken.promise;
    const first = node().send(olga, 'c1', never);
    await expect.poll(() => sent).toHaveLength(1);
    const hungUp = new AbortController();
    // As the shop's own: once aborted it resolves at once, with nobody's turn in between.
    const pause = (_: number, signal: AbortSignal) =>
      signal.aborted ? Promise.resolve() : new Promise<void>((resolve) => setImmediate(resolve));
    const second = node({ pause }).send(olga, 'c1', hungUp.signal);
    hungUp.abort(new HungUp('Gone.'));
    await expect(second).rejects.toThrow('Gone.');
    taken.resolve(undefined);
    expect(await first).toEqual({ outcome: 'sent' });
    expect(sent).toHaveLength(1);
  });

  it('is tried anew when the node that sent it was gone before it could say so', async () => {
    answer = () => Promise.reject(new Error('The node dies.'));
    await expect(node().send(olga, 'c1', never)).rejects.toThrow('The node dies.');
    now += 60_000;
    answer = async () => undefined;
    expect(await node().send(olga, 'c1', never)).toEqual({ outcome: 'sent' });
    expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
  });

  it('is one of so many in an hour, at all nodes together', async () => {
    for (let n = 0; n < mostTestMails; n++) await node().send(olga, `c${n}`, never);
    now += hour / 2;
    const refused = await node()
      .send({ uid: 'u2', email: 'pari@inventory.example' }, 'later', never)
      .catch((reason) => reason);
    expect(refused).toBeInstanceOf(TooMany);
    expect(refused).toMatchObject({ retryAfter: 1_800 });
    expect(await node().send(olga, 'c1', never)).toEqual({ outcome: 'sent' });
    expect(sent).toHaveLength(mostTestMails);
    now += hour / 2;
    expect(await node().send(olga, 'later', never)).toEqual({ outcome: 'sent' });
  });

  it('is kept where mails are kept, and refused where none is written', async () => {
    const kept: DueMail[] = [];
    const keep = async (due: DueMail) => void kept.push(due);
    expect(await node({ postman: undefined, kept: { keep } }).send(olga, 'c1', never)).toEqual({ outcome: 'kept' });
    expect(kept).toMatchObject([{ address: olga.email }]);
    await expect(node({ postman: undefined }).send(olga, 'c2', never)).rejects.toThrow(Conflict);
  });
});
