import { once } from 'node:events';
import {
  excludeSystemEvents,
  type Position,
  StreamNotFoundError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it, vi } from 'vitest';
import { all, freshDouble, numbered, numberOf, take } from './double-fixture.ts';

const at = freshDouble();
const stored = async () => (await all(at.client.readStream('a'))).map(numberOf);
const subscribe = (fromPosition?: Position) =>
  at.client.subscribeToAll({ filter: excludeSystemEvents(), ...(fromPosition && { fromPosition }) });

describe('a dropped subscription', () => {
  it('ends with an error, and one from its last position misses nothing and repeats nothing', async () => {
    await at.client.appendToStream('a', numbered(0, 2));
    const subscription = subscribe();
    const first = await take(subscription, 3);
    const failed = once(subscription, 'error');
    expect(at.double.misbehave.dropSubscriptions()).toBe(1);
    expect((await failed)[0]).toBeInstanceOf(TimeoutError);

    await at.client.appendToStream('a', numbered(3, 4));
    const rest = await take(subscribe(first.at(-1)?.event?.position), 2);
    expect([...first, ...rest].map(numberOf)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe.each([
  // Of an append that is not taken the server says so in words, which this client does not know.
  { by: 'BatchAppend', options: {}, notTaken: { type: 'unknown', message: 'Could not recognize Server Is Not Ready' } },
  { by: 'Append', options: { credentials: { username: 'admin', password: 'changeit' } }, notTaken: { code: 14 } },
])('the answer to an append by $by', ({ options, notTaken }) => {
  const append = (n: number) => at.client.appendToStream('a', numbered(n), options);

  it('can be lost: the client hears nothing, and a retry with the same ids counts once', async () => {
    at.double.misbehave.loseAppendAnswers(1);
    const events = numbered(0);
    const expecting = { ...options, expectedRevision: 'no_stream' } as const;
    const lost = vi.fn();
    at.client.appendToStream('a', events, expecting).then(lost, lost);
    await expect.poll(() => stored()).toEqual([0]);

    expect(await at.client.appendToStream('a', events, expecting)).toMatchObject({ nextExpectedRevision: 0n });
    expect(await stored()).toEqual([0]);
    expect(lost).not.toHaveBeenCalled();
  });

  it('can be held back, while the write is there for all to read', async () => {
    const release = at.double.misbehave.holdAppendAnswers();
    const answered = vi.fn();
    const append1 = append(1).then(answered);
    await expect.poll(() => stored()).toEqual([1]);
    expect(answered).not.toHaveBeenCalled();
    release();
    await append1;
    expect(answered).toHaveBeenCalledOnce();
  });

  it('can wait until what was written is shown, when others were refused because of it before', async () => {
    const show = at.double.misbehave.showLater();
    const expecting = { ...options, expectedRevision: 'no_stream' } as const;
    const events = numbered(1);
    const answered = vi.fn();
    const append1 = at.client.appendToStream('a', events, expecting).then(answered);
    await expect.poll(() => at.double.heldAnswers()).toBe(1);
    await expect(at.client.appendToStream('a', numbered(2), expecting)).rejects.toThrow(WrongExpectedVersionError);
    // Who asks again hears nothing of it, but that the time is up.
    await expect(at.client.appendToStream('a', events, expecting)).rejects.toMatchObject({
      type: expect.stringMatching(/^timeout$|^deadline-exceeded$/),
    });
    await expect(stored()).rejects.toThrow(StreamNotFoundError);
    expect(answered).not.toHaveBeenCalled();
    show();
    await append1;
    expect(await stored()).toEqual([1]);
  });

  it('can be late', async () => {
    at.double.misbehave.delayAppendAnswers(80);
    const before = performance.now();
    await append(1);
    expect(performance.now() - before).toBeGreaterThan(70);
    at.double.misbehave.behave();
    await append(2);
  });

  it('can be a refusal, which writes nothing and ends when the server behaves', async () => {
    await append(1);
    at.double.misbehave.refuseAppends();
    await expect(append(2)).rejects.toMatchObject(notTaken);
    await expect(append(3)).rejects.toMatchObject(notTaken);
    at.double.misbehave.behave();
    await append(4);
    expect(await stored()).toEqual([1, 4]);
  });

  it('can be that another node leads, whereupon the client connects to that node', async () => {
    at.double.misbehave.answerNotLeader();
    const error: unknown = await append(1).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ type: 'not-leader', leader: { address: '127.0.0.1', port: at.double.port } });
    await append(2);
    expect(await stored()).toEqual([2]);
  });
});

describe('a node that follows another', () => {
  it('answers all but those who ask for the leader, and is then what a cluster of one has', async () => {
    await at.client.appendToStream('a', numbered(1));
    const port = 2113;
    at.double.misbehave.follow({ port });
    expect(await stored()).toEqual([1]);
    const byGossip = at.connect(at.double.discoverUrl);
    expect(await all(byGossip.readStream('a'))).toHaveLength(1);
    const asked = { requiresLeader: true } as const;
    for (const read of [at.client.readStream('a', asked), byGossip.readAll(asked)])
      await expect(all(read)).rejects.toMatchObject({ type: 'not-leader', leader: { address: '127.0.0.1', port } });
  });
});

describe.each(['deleteStream', 'tombstoneStream'] as const)('the answer to a deletion (%s)', (remove) => {
  const gone = () => expect.poll(() => stored().catch(() => 'gone')).toBe('gone');

  it('can be lost: the client hears nothing, and the stream is gone', async () => {
    await at.client.appendToStream('a', numbered(0));
    at.double.misbehave.loseAppendAnswers(1);
    await expect(at.client[remove]('a', { deadline: 500 })).rejects.toMatchObject({ code: 4 });
    await gone();
  });

  it('can be a timeout, though the stream is gone', async () => {
    await at.client.appendToStream('a', numbered(0));
    at.double.misbehave.timeOutAppends(1);
    await expect(at.client[remove]('a')).rejects.toMatchObject({ code: 10 });
    await gone();
  });

  it('can be a refusal, which takes nothing away', async () => {
    await at.client.appendToStream('a', numbered(0));
    at.double.misbehave.refuseAppends(1);
    await expect(at.client[remove]('a')).rejects.toMatchObject({ code: 14 });
    at.double.misbehave.denyAppends(1);
    await expect(at.client[remove]('a')).rejects.toMatchObject({ type: 'access-denied' });
    at.double.misbehave.answerNotLeader();
    await expect(at.client[remove]('a')).rejects.toMatchObject({ type: 'not-leader' });
    expect(await stored()).toEqual([0]);
    await at.client[remove]('a');
    await gone();
  });
});

describe('a read that is to be broken off', () => {
  it('is not once the server behaves', async () => {
    await at.client.appendToStream('a', numbered(0, 2));
    at.double.misbehave.breakRead(1);
    at.double.misbehave.behave();
    expect(await stored()).toEqual([0, 1, 2]);
  });
});

describe('a silent subscription', () => {
  it('brings nothing and does not end, beside one that is opened after it', async () => {
    const heard: number[] = [];
    const subscription = subscribe().on('data', (event) => void heard.push(numberOf(event) ?? -1));
    await at.client.appendToStream('a', numbered(0));
    await expect.poll(() => heard).toEqual([0]);
    at.double.misbehave.silenceSubscriptions();
    await at.client.appendToStream('a', numbered(1));
    expect((await take(subscribe(), 2)).map(numberOf)).toEqual([0, 1]);
    expect({ heard, isEnded: subscription.destroyed }).toEqual({ heard: [0], isEnded: false });
  });
});

describe('a server that is scavenged', () => {
  it('has the last event of each stream, and what is not hidden, where it was', async () => {
    await at.client.setStreamMetadata('a', { maxCount: 2 });
    for (let n = 0; n < 4; n++) await at.client.appendToStream('a', numbered(n));
    await at.client.appendToStream('b', numbered(10, 12));
    await at.client.deleteStream('b');
    const shown = async () => (await all(at.client.readAll())).map(numberOf).filter((number) => number !== undefined);
    expect(await shown()).toEqual([0, 1, 2, 3, 10, 11, 12]);
    await at.double.misbehave.scavenge();
    await vi.waitFor(async () => expect(await shown()).toEqual([2, 3, 12]), { timeout: 60_000 });
    expect(await stored()).toEqual([2, 3]);
  });

  it('brings who goes on from where one was taken away what comes after the next', async () => {
    await at.client.setStreamMetadata('a', { maxCount: 1 });
    const { position } = await at.client.appendToStream('a', numbered(0));
    await at.client.appendToStream('b', numbered(1));
    await at.client.appendToStream('a', numbered(2));
    await at.double.misbehave.scavenge();
    await vi.waitFor(async () => expect(await stored()).toEqual([2]), { timeout: 60_000 });
    // AllSubscriptionFiltered.Subscribe of 23.10 reads one event from there on, and goes on behind it.
    expect((await take(subscribe(position), 1)).map(numberOf)).toEqual([2]);
  });
});

describe('a server that is put back to what it was', () => {
  it('has nothing of what came after, goes on from there, and brings that also to who had seen more', async () => {
    await at.client.appendToStream('a', numbered(0));
    const putBack = at.double.backUp();
    await at.client.appendToStream('a', numbered(1));
    await at.client.appendToStream('b', numbered(2, 9));
    const last = (await take(subscribe(), 10)).at(-1);
    await at.double.misbehave.goAway();
    putBack();
    await at.double.misbehave.comeBack();
    await vi.waitFor(async () => expect(await stored()).toEqual([0]), { timeout: 60_000 });
    const later = subscribe(last?.event?.position);
    const [caughtUp, first] = [once(later, 'caughtUp'), take(later, 1)];
    await caughtUp;
    await at.client.appendToStream('a', numbered(20), { expectedRevision: 0n });
    await at.client.appendToStream('b', numbered(21), { expectedRevision: 'no_stream' });
    expect((await first).map(numberOf)).toEqual([20]);
    expect(await stored()).toEqual([0, 20]);
  });
});

describe('a server that goes away', () => {
  it('is unavailable until it comes back with its data on the same port', async () => {
    await at.client.appendToStream('a', numbered(0));
    await at.double.misbehave.goAway();
    await expect(at.client.appendToStream('a', numbered(1))).rejects.toMatchObject({ code: 14 });
    await expect(stored()).rejects.toMatchObject({ code: 14 });

    await at.double.misbehave.comeBack();
    await vi.waitFor(async () => expect(await stored()).toEqual([0]), { timeout: 60_000 });
    await at.client.appendToStream('a', numbered(1), { expectedRevision: 0n });
    await expect(at.client.appendToStream('a', numbered(2), { expectedRevision: 0n })).rejects.toBeInstanceOf(
      WrongExpectedVersionError,
    );
  });

  it('ends every subscription, and one from the last position goes on after the restart', async () => {
    await at.client.appendToStream('a', numbered(0));
    const subscription = subscribe();
    const [first] = await take(subscription, 1);
    const failed = once(subscription, 'error');
    await at.double.restart();
    await failed;

    await vi.waitFor(() => at.client.appendToStream('a', numbered(1), { expectedRevision: 0n }), { timeout: 60_000 });
    expect((await take(subscribe(first?.event?.position), 1)).map(numberOf)).toEqual([1]);
  });

  it('knows no ids of events any more, of what was written at any revision', async () => {
    const events = numbered(0);
    await at.client.appendToStream('a', events);
    await at.client.appendToStream('a', events);
    await at.double.restart();
    await vi.waitFor(() => at.client.appendToStream('a', events), { timeout: 60_000 });
    expect(await stored()).toEqual([0, 0]);
  });

  it('takes the answers it still owed with it', async () => {
    at.double.misbehave.holdAppendAnswers();
    const events = numbered(0);
    const append = at.client.appendToStream('a', events, { expectedRevision: 'no_stream' });
    const failed = expect(append).rejects.toMatchObject({ code: 14 });
    await expect.poll(() => stored()).toEqual([0]);
    await at.double.restart();
    await failed;

    at.double.misbehave.behave();
    await vi.waitFor(() => at.client.appendToStream('a', events, { expectedRevision: 'no_stream' }), {
      timeout: 60_000,
    });
    expect(await stored()).toEqual([0]);
  });
});
