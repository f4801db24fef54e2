import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { ListQuery, ReadModels } from '../../modules/kernel/read-models.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { end, newProjection, put, said } from './contract/bench.ts';
import { openRedisReadModels } from './redis.ts';
import { RememberedProjection } from './redis-memory.ts';
import { RedisRoom } from './redis-room.ts';

const all = (sort: string) => ({ index: 'all', key: '', sort });
const firstTwo: ListQuery = { index: 'all', key: '', order: 'ascending', limit: 2 };
const letters = ['a', 'b', 'c', 'd'];

let redis: RunningRedis;
const opened: ReadModels[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(() => redis.stop());

function open(room?: number): ReadModels {
  const store = openRedisReadModels({ address: redis.url, prefix: 'inventory-', ...(room && { room }) });
  opened.push(store);
  return store;
}

/** Two nodes, and a projection with four documents that both have read. */
async function twoNodes() {
  const [node, other] = [open(), open()];
  const projection = newProjection();
  const changes = letters.map((letter) => put(letter, letter, all(letter)));
  await other.commit(projection, undefined, 1n, changes);
  const page = () => node.list(projection, firstTwo);
  const count = () => node.count(projection, 'all', '');
  const document = (id: string) => node.get(projection, id);
  await Promise.all([page(), count(), ...letters.map(document)]);
  return { node, other, projection, page, count, document };
}

/** How often Redis was asked to run each command meanwhile. */
async function asked(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await redis.call('CONFIG', 'RESETSTAT');
  await work();
  const stats = String(await redis.call('INFO', 'commandstats'));
  const calls = [...stats.matchAll(/cmdstat_(hmget|evalsha|eval):calls=(\d+)/g)];
  return Object.fromEntries(calls.map(([, command, count]) => [command, Number(count)]));
}

describe('what a node remembers of Redis', () => {
  it('is the same object for as long as nothing in it has changed', async () => {
    const { node, other, projection, page, document } = await twoNodes();
    const [before, list] = [(await document('a')).document, (await page()).documents];
    const same = async () => {
      expect(Object.is((await document('a')).document, before)).toBe(true);
      expect(Object.is((await page()).documents, list)).toBe(true);
    };
    await same();
    // Of this node's own, and of another one.
    await node.commit(projection, 1n, 2n, [put('d', 'changed', all('d'))]);
    await same();
    await node.commit(projection, 2n, 3n, [put('e', 'e', { ...all('e'), key: 'elsewhere' })]);
    await same();
    await other.commit(projection, 3n, 4n, [put('d', 'changed again', all('d'))]);
    await same();
    expect((await page()).asOf).toBe(4n);
  });

  it('shows at once what any node commits', async () => {
    const { node, other, projection, page, count, document } = await twoNodes();
    const changes = [
      [put('a', 'changed', all('a'))],
      [put('0', 'first', all('0'))],
      [put('a', 'moved', all('z'))],
      [end('0')],
      [put('c', 'away', { ...all('c'), key: 'elsewhere' }), put('d', 'away')],
      [end('a')],
      [put('c', 'back', all('c'))],
    ];
    let at = 1n;
    for (const [n, change] of changes.entries()) {
      for (const committing of [node, other]) {
        await committing.commit(projection, at, at + 1n, [...change, put('n', `${at}`)]);
        at += 1n;
        const fresh = await open().list(projection, firstTwo);
        expect(await page(), `change ${n}`).toEqual(fresh);
        expect(await count(), `change ${n}`).toBe(await open().count(projection, 'all', ''));
        expect((await document('n')).document).toBe(JSON.stringify({ is: `${at - 1n}` }));
        for (const letter of letters) expect(await document(letter)).toEqual(await open().get(projection, letter));
      }
    }
  });

  it('is asked for no more than which commit is the last, in one question for all', async () => {
    const { page, count, document } = await twoNodes();
    const everything = () => Promise.all([page(), page(), count(), count(), ...letters.map(document), document('a')]);
    expect(await asked(everything)).toEqual({ hmget: 1 });
    // What this node itself has written is not read back.
    const { node, projection, page: own, document: ownDocument } = await twoNodes();
    await node.commit(projection, 1n, 2n, [put('a', 'mine', all('a'))]);
    expect(await asked(() => ownDocument('a'))).toEqual({ hmget: 1 });
    expect(said([(await ownDocument('a')).document])).toEqual(['mine']);
    expect(said((await own()).documents)).toEqual(['mine', 'b']);
  });

  it('is at hand until it is changed here, or is known to have been changed elsewhere', async () => {
    const { node, other, projection, page, document } = await twoNodes();
    const isAtHand = () => node.isAtHand?.(projection, firstTwo);
    expect(isAtHand()).toBe(true);
    expect(node.isAtHand?.(projection, { ...firstTwo, limit: 3 })).toBe(false);
    await node.commit(projection, 1n, 2n, [put('d', 'not on the page', all('d'))]);
    expect(isAtHand()).toBe(true);
    await node.commit(projection, 2n, 3n, [put('a', 'on the page', all('a'))]);
    expect(isAtHand()).toBe(false);
    await page();
    expect(isAtHand()).toBe(true);
    await other.commit(projection, 3n, 4n, [put('a', 'from elsewhere', all('a'))]);
    await document('d');
    expect(isAtHand()).toBe(false);
    expect(said((await page()).documents)).toEqual(['from elsewhere', 'b']);
  });

  it('is read once for all that ask at the same time', async () => {
    const { projection } = await twoNodes();
    const cold = open();
    const everything = () =>
      Promise.all([
        ...letters.map((letter) => cold.get(projection, letter)),
        ...letters.map((letter) => cold.get(projection, letter)),
        ...letters.map(() => cold.list(projection, firstTwo)),
      ]);
    await cold.checkpoint(projection);
    // Of the documents and of the page; the page's script asks for its documents.
    expect(await asked(everything)).toEqual({ hmget: 2, evalsha: 1 });
  });

  it('is void when all was dropped and built anew up to the same position', async () => {
    const { node, other, projection, page, count, document } = await twoNodes();
    await node.checkpoint(projection);
    await other.drop(projection);
    await other.commit(projection, undefined, 1n, [put('a', 'without what was forgotten', all('a'))]);
    expect(said([(await document('a')).document, (await document('b')).document])).toEqual([
      'without what was forgotten',
      undefined,
    ]);
    expect((await page()).documents).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('is gone within a minute when nobody asks for it', () => {
    let now = 1_000;
    const room = new RedisRoom(1_000_000, () => now);
    const remembered = new RememberedProjection('people', room);
    remembered.learn('forgotten', 'an address');
    remembered.learn('asked', 'for');
    for (; now < 61_000; now += 1_000) {
      remembered.document('asked');
      room.sweep();
    }
    expect([...room.kept.keys()]).toEqual([expect.stringContaining('asked')]);
  });

  it('takes no more bytes than it has room for', async () => {
    const projection = newProjection();
    const store = open(64_000);
    const ids = Array.from({ length: 200 }, (_, n) => `${n}`);
    await store.commit(projection, undefined, 1n, [...ids.map((id) => put(id, 'x'.repeat(1_000))), put('a', 'a')]);
    for (const id of ids) await store.get(projection, id);
    await store.get(projection, 'a');
    const { hmget, ...others } = await asked(() => Promise.all(ids.slice(-4).map((id) => store.get(projection, id))));
    expect({ hmget, ...others }).toEqual({ hmget: 1 });
  });
});

describe('what is asked of Redis in one turn of the event loop', () => {
  it('goes there in one write, also what concerns several projections', async () => {
    const store = open();
    const projections = [newProjection(), newProjection(), newProjection()];
    for (const projection of projections) await store.commit(projection, undefined, 1n, [put('a', 'a', all('a'))]);
    const asking = new Redis(redis.url);
    onTestFinished(() => asking.disconnect());
    /** How often Redis has read from a connection, this question included. */
    const reads = async () => Number(/total_reads_processed:(\d+)/.exec(await asking.info('stats'))?.[1]);
    const before = await reads();
    await Promise.all(projections.map((projection) => store.getMany(projection, ['a'])));
    await Promise.all(projections.map((projection) => store.commit(projection, 1n, 2n, [put('a', 'b', all('a'))])));
    await Promise.all(
      projections.flatMap((projection) => [store.get(projection, 'a'), store.list(projection, firstTwo)]),
    );
    expect((await reads()) - before - 1).toBe(3);
  });
});

describe('a commit to Redis', () => {
  it('is refused from a position where all was dropped and built anew', async () => {
    const { node, other, projection } = await twoNodes();
    expect(await node.checkpoint(projection)).toBe(1n);
    await other.drop(projection);
    await other.commit(projection, undefined, 1n, [put('a', 'anew', all('a'))]);
    expect(await node.checkpoint(projection)).toBe(1n);
    await expect(node.commit(projection, 1n, 2n, [put('a', 'of before', all('a'))])).rejects.toThrow(CheckpointMoved);
    await node.checkpoint(projection);
    await node.commit(projection, 1n, 2n, [put('b', 'b')]);
    expect(said(await node.getMany(projection, ['a', 'b']))).toEqual(['anew', 'b']);
  });

  it('that was sent on top of one without an answer counts only if what was read in between shows that one', async () => {
    const { node, projection } = await twoNodes();
    await node.checkpoint(projection);
    await node.commit(projection, 1n, 2n, [put('a', 'known script', all('a'))]);
    for (const isForgotten of [false, true]) {
      const at = (await node.checkpoint(projection)) ?? 0n;
      if (isForgotten) await redis.call('SCRIPT', 'FLUSH');
      const first = node.commit(projection, at, at + 1n, [put('a', 'first', all('a'))]);
      const read = node.getMany(projection, ['a']);
      const second = node.commit(projection, at + 1n, at + 2n, [put('b', 'second')]);
      const [, shown, outcome] = await Promise.allSettled([first, read, second]);
      const isShown = shown.status === 'fulfilled' && said(shown.value)[0] === 'first';
      expect([isShown, outcome.status]).toEqual(isForgotten ? [false, 'rejected'] : [true, 'fulfilled']);
      expect(said(await node.getMany(projection, ['a']))).toEqual(['first']);
      // It goes on from where it is.
      const now = (await node.checkpoint(projection)) ?? 0n;
      await node.commit(projection, now, now + 1n, [put('a', 'and on', all('a'))]);
    }
  });
});
