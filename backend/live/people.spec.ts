import { describe, expect, it } from 'vitest';
import type { LookedAt } from '../../modules/identity/sessions/sessions.ts';
import { Unauthorized } from '../../modules/kernel/errors.ts';
import type { KnownUser } from '../../modules/kernel/route.ts';
import { live } from '../testing/clients/live-client.ts';
import { lookedAt } from '../testing/deciding/in-session.ts';
import { liveUnderTest, numbersTopic, said } from '../testing/shops/live-under-test.ts';

/** An answer that is not there before the test lets it be. */
function held<Result>() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Result>();
  return {
    asked: asked.promise,
    give: answer.resolve,
    ask: () => {
      asked.resolve();
      return answer.promise;
    },
  };
}

const admin: KnownUser = { uid: 'ann', role: 'admin', email: 'ann@inventory.example', name: 'Ann' };

describe('a socket of a person', () => {
  it('is let in and out of the admins’ room while it is connecting, too', async () => {
    const look = held<KnownUser>();
    const shop = await liveUnderTest({
      authentication: {
        verifyAccessToken: async () => ({ ...admin, sid: 's1' }),
        callerOf: look.ask,
        sessionNow: async () => lookedAt,
      },
    });
    const connecting = live(shop.origin, shop.tokenOf('ann'));
    await look.asked;
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'user' } });
    look.give(admin); // As it was read before.
    const client = await connecting;
    shop.tell(said({ admins: true }, 'to admins'), said('everyone', 'to all'));
    await client.next('said', { text: 'to all' });
    expect(client.of('said')).toHaveLength(1);
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'admin' } }, said({ admins: true }, 'to admins again'));
    await client.next('said', { text: 'to admins again' });
  });

  it('leaves the admins’ room by what comes behind an event that cannot be read', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin, shop.tokenOf('ann', { role: 'admin' }));
    shop.tell({ type: 'Moved', data: undefined, damaged: 'It is broken.' } as never, {
      type: 'Moved',
      data: { uid: 'ann', role: 'user' },
    });
    shop.tell(said({ admins: true }, 'to admins'), said('everyone', 'to all'));
    await client.next('said', { text: 'to all' });
    expect(client.of('said')).toHaveLength(1);
  });

  it('ends when its person is made an admin in a session that is too old for one, and comes back only in another', async () => {
    const shop = await liveUnderTest({
      sessionNow: async (sid) => ({ ...lookedAt, isYoung: sid !== 'old' }),
    });
    const [old, young] = [
      await live(shop.origin, shop.tokenOf('ann', { sid: 'old' })),
      await live(shop.origin, shop.tokenOf('ann', { sid: 'young' })),
    ];
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'admin' } }, said({ admins: true }, 'to admins'));
    await young.next('said', { text: 'to admins' });
    await old.ended();
    expect(old.of('said')).toEqual([]);
    const again = live(shop.origin, shop.tokenOf('ann', { role: 'admin', sid: 'old' }));
    await expect(again).rejects.toMatchObject({ problem: { status: 401 } });
  });

  it('is refused to who is made an admin in such a session just before or after it was looked at', async () => {
    for (let moments = 0; moments < 20; moments++) {
      const look = held<LookedAt>();
      const shop = await liveUnderTest({ sessionNow: look.ask });
      const connecting = live(shop.origin, shop.tokenOf('ann'));
      await look.asked;
      const promote = () => shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'admin' } });
      if (moments === 0) promote();
      look.give({ ...lookedAt, isYoung: false });
      for (let passed = 1; passed < moments; passed++) await Promise.resolve();
      if (moments > 0) promote();
      const hears = await connecting.then(
        (client) => client.ended().then(() => client.heard),
        () => [],
      );
      expect(hears).toEqual([]);
    }
  });

  it('hears nothing of what admins do because somebody else becomes one while it is connecting', async () => {
    const look = held<LookedAt>();
    const shop = await liveUnderTest({ sessionNow: look.ask });
    const connecting = live(shop.origin, shop.tokenOf('bob'));
    await look.asked;
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'admin' } });
    look.give(lookedAt);
    const client = await connecting;
    shop.tell(said({ admins: true }, 'to admins'), said('everyone', 'to all'));
    await client.next('said', { text: 'to all' });
    expect(client.of('said')).toHaveLength(1);
  });

  it('ends when its session ends while it is connecting', async () => {
    const look = held<LookedAt>();
    const shop = await liveUnderTest({ sessionNow: look.ask });
    const connecting = live(shop.origin, shop.tokenOf('ann'));
    await look.asked;
    shop.tell({ type: 'Left', data: { sid: 's-ann' } });
    look.give(lookedAt);
    await expect(connecting).rejects.toMatchObject({ problem: { status: 401 } });
  });

  const ends = [
    ['its session ends', { sid: 's-ann' }],
    ['its person is erased', { uid: 'ann' }],
  ] as const;

  it.each(ends)('ends when %s between the look and the first notice', async (_, left) => {
    // At each of the moments after its session was looked at: before it is found to be good by that, and before Socket.IO has it in its rooms.
    for (let moments = 0; moments < 20; moments++) {
      const look = held<LookedAt>();
      const shop = await liveUnderTest({ sessionNow: look.ask });
      const connecting = live(shop.origin, shop.tokenOf('ann'));
      await look.asked;
      look.give(lookedAt);
      for (let passed = 0; passed < moments; passed++) await Promise.resolve();
      shop.tell({ type: 'Left', data: left });
      const hears = await connecting.then(
        (client) => client.ended().then(() => client.heard),
        () => [],
      );
      expect(hears).toEqual([]);
    }
  });

  it('hears what is private only until its token runs out, and again once that is renewed', async () => {
    let now = Date.now();
    const shop = await liveUnderTest({ now: () => new Date(now) });
    const client = await live(shop.origin, shop.tokenOf('ann', { role: 'admin', until: now + 60_000 }));
    const other = await live(shop.origin, shop.tokenOf('bob', { until: now + 120_000 }));
    now += 60_001;
    const began = performance.now();
    await client.next('lapsed');
    expect(performance.now() - began).toBeLessThan(30_000);
    shop.tell(said({ uid: 'ann' }, 'hers'), said({ admins: true }, 'admins’'), said('everyone', 'public'));
    await client.next('said', { text: 'public' });
    expect(client.of('said')).toHaveLength(1);
    // Whose token is good goes on to hear, though it was looked at, too.
    shop.tell(said({ uid: 'bob' }, 'his'));
    await other.next('said', { text: 'his' });
    expect(other.of('lapsed')).toEqual([]);
    expect(await client.ask('renew', shop.tokenOf('ann', { role: 'admin', until: now + 60_000 }))).toEqual({
      ok: true,
    });
    shop.tell(said({ uid: 'ann' }, 'hers again'), said({ admins: true }, 'admins’ again'));
    await client.next('said', { text: 'hers again' });
    await client.next('said', { text: 'admins’ again' });
  });

  it('still ends with its session when its token has run out', async () => {
    const shop = await liveUnderTest();
    const [one, other] = [
      await live(shop.origin, shop.tokenOf('ann', { until: Date.now() })),
      await live(shop.origin, shop.tokenOf('bob', { until: Date.now() })),
    ];
    await Promise.all([one.next('lapsed'), other.next('lapsed')]);
    shop.tell({ type: 'Left', data: { sid: 's-ann' } }, { type: 'Left', data: { uid: 'bob' } });
    await Promise.all([one.ended(), other.ended()]);
  });

  it('renews with a good token of the same person only', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin, shop.tokenOf('ann'));
    const refused = (status: number) => ({ ok: false, problem: { status } });
    expect(await client.ask('renew', shop.tokenOf('bob'))).toMatchObject(refused(403));
    expect(await client.ask('renew', 'nonsense')).toMatchObject(refused(401));
    expect(await client.ask('renew', { not: 'a token' })).toMatchObject(refused(400));
    shop.over.add('gone');
    expect(await client.ask('renew', shop.tokenOf('ann', { sid: 'gone' }))).toMatchObject(refused(401));
    const nobodys = await live(shop.origin);
    expect(await nobodys.ask('renew', shop.tokenOf('ann'))).toMatchObject(refused(409));
    shop.tell(said({ uid: 'ann' }, 'hers'), said({ uid: 'bob' }, 'his'), said('everyone', 'public'));
    await Promise.all([client, nobodys].map((one) => one.next('said', { text: 'public' })));
    expect([client, nobodys].map((one) => one.of('said').map(({ text }) => text))).toEqual([
      ['hers', 'public'],
      ['public'],
    ]);
  });

  it('does not stay with a session that ends while the token of another one is looked at', async () => {
    const looks = [held<LookedAt>(), held<LookedAt>()];
    let asked = 0;
    const shop = await liveUnderTest({
      sessionNow: async () => (asked++ === 0 ? lookedAt : (looks[asked - 2]?.ask() ?? lookedAt)),
    });
    const client = await live(shop.origin, shop.tokenOf('ann', { sid: 's1' }));
    const answers = [client.ask('renew', shop.tokenOf('ann', { sid: 's1' }))];
    answers.push(client.ask('renew', shop.tokenOf('ann', { sid: 's2' })));
    await looks[0]?.asked;
    // Two that say that they renew at once are looked at one after the other, or one is refused.
    await Promise.race([looks[1]?.asked, answers[1]]);
    looks[0]?.give(lookedAt);
    expect(await answers[0]).toEqual({ ok: true });
    shop.tell({ type: 'Left', data: { sid: 's2' } });
    looks[1]?.give(lookedAt); // As it was read before.
    expect(await answers[1]).toMatchObject({ ok: false });
  });

  it('ends with the session of its newest token, and not with the one before', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin, shop.tokenOf('ann', { sid: 's1' }));
    await client.ask('renew', shop.tokenOf('ann', { sid: 's2' }));
    shop.tell({ type: 'Left', data: { sid: 's1' } }, said({ uid: 'ann' }, 'still here'));
    await client.next('said', { text: 'still here' });
    shop.tell({ type: 'Left', data: { sid: 's2' } });
    await client.ended();
  });

  it('is told the counts of the moment when it is, or becomes, an admin’s', async () => {
    const counts = new Map([['all', { thing: 'all', number: 7, position: '1' }]]);
    const shop = await liveUnderTest({ topics: [numbersTopic(counts, { to: 'admins', first: 'all' })] });
    const [admins, users] = [
      await live(shop.origin, shop.tokenOf('ann', { role: 'admin' })),
      await live(shop.origin, shop.tokenOf('bob')),
    ];
    await admins.next('number.changed', { number: 7 });
    expect(users.heard).toEqual([]);
    shop.tell({ type: 'Moved', data: { uid: 'bob', role: 'admin' } });
    await users.next('number.changed', { number: 7 });
    expect(admins.of('number.changed')).toHaveLength(1);
  });

  it('is told nothing that was read for it as an admin’s, once it is none', async () => {
    const counts = held<Map<string, { position: string }>>();
    const topic = numbersTopic(new Map(), { to: 'admins', first: 'all' });
    const shop = await liveUnderTest({ topics: [{ ...topic, latest: counts.ask }] });
    const client = await live(shop.origin, shop.tokenOf('ann', { role: 'admin' }));
    await counts.asked;
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'user' } });
    counts.give(new Map([['all', { thing: 'all', number: 7, position: '1' }]]));
    // Told after the topic, which goes on once it is read.
    await new Promise((resolve) => setImmediate(resolve));
    shop.tell(said('everyone', 'to all'));
    await client.next('said', { text: 'to all' });
    expect(client.of('number.changed')).toEqual([]);
  });

  it('is refused while the shop cannot look, in words that say so', async () => {
    const shop = await liveUnderTest({
      sessionNow: () => Promise.reject(new Unauthorized('Please log in again.')),
    });
    await expect(live(shop.origin, shop.tokenOf('ann'))).rejects.toMatchObject({ problem: { status: 401 } });
    const client = await live(shop.origin);
    expect(client.socket.connected).toBe(true);
  });
});
