import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { UnfedReadModels } from '../feed/provenance/unfed-read-models.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { put, said } from './contract/bench.ts';
import { openRedisReadModels } from './redis.ts';

let redis: RunningRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** What a release before this one keeps of the projection p: a document with somebody in it, and where it is listed. */
async function former() {
  await redis.flush();
  const member = 'all\u0000\u0000\u0000a';
  const fields = ['checkpoint', '5', 'commit', 'x-1', 'd:a', '{"is":"Mina"}', 'e:a', JSON.stringify([member])];
  await redis.call('HSET', '{inventory-p}:documents', ...fields);
  await redis.call('ZADD', '{inventory-p}:lists', '0', '', '0', member);
  await redis.call('SADD', 'inventory-projections', 'p');
  const store = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
  onTestFinished(() => store.close());
  return store;
}

describe('read models in Redis that a release before this one keeps in its own way', () => {
  it('are not taken for those of this one, and left to nodes of that release', async () => {
    const store = await former();
    expect(await store.checkpoint('p')).toBeUndefined();
    expect(await store.projections()).toEqual(['formerly p']);
    expect(await store.checkpoint('formerly p')).toBe(5n);
    await store.commit('p', undefined, 9n, [put('a', 'anew', { index: 'all', key: '', sort: '' })]);
    expect(said([(await store.get('p', 'a')).document])).toEqual(['anew']);
    expect(await store.projections()).toEqual(['formerly p', 'p']);
    expect(await redis.call('HGET', '{inventory-p}:documents', 'd:a')).toEqual(['{"is":"Mina"}']);
  });

  it('say of which log they are for as long as any of them is fed', async () => {
    const store = await former();
    await store.commit('formerly log-identity', undefined, 0n, [put('first-event', 'e1')]);
    const unfed = new UnfedReadModels(store, (name) => name === 'p');
    for (const moved of [6n, 7n, 8n]) {
      await unfed.look(9n);
      await store.commit('formerly p', moved - 1n, moved, []);
    }
    for (let look = 1; look <= 3; look++) await unfed.look(8n);
    expect(await store.projections()).toEqual(['formerly log-identity', 'formerly p']);
    for (let look = 1; look <= 3; look++) await unfed.look(9n);
    expect(await store.projections()).toEqual([]);
    expect((await redis.call('KEYS', '*')).flat()).toEqual([]);
  });

  it('are dropped to the last byte once nobody feeds them', async () => {
    const store = await former();
    await store.commit('p', undefined, 9n, [put('a', 'anew')]);
    const unfed = new UnfedReadModels(store, (name) => name === 'p');
    await unfed.look(9n);
    expect(await store.projections()).toEqual(['formerly p', 'p']);
    await unfed.look(9n);
    expect(await store.projections()).toEqual(['p']);
    expect((await redis.call('KEYS', '*')).flat().toSorted()).toEqual([
      'inventory-read-models',
      '{inventory-p}:kept',
      '{inventory-p}:listed',
    ]);
    expect(said([(await store.get('p', 'a')).document])).toEqual(['anew']);
  });
});
