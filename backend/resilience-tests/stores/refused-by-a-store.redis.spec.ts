import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeLog } from '../../bench/logs/made-log.ts';
import { asOften } from '../../testing/as-often.ts';
import { type RunningRedis, startRedis } from '../../testing/redis.ts';
import { startShop } from '../../testing/running-shop.ts';
import { selfSignedCertificate } from '../../testing/servers/self-signed-certificate.ts';
import { productionSettings, runOperator } from '../../testing/shop-process.ts';
import { expectOneLine } from '../../testing/shops/expect-one-line.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { describeThoroughly, thoroughly } from '../../testing/thoroughly.ts';

let redis: RunningRedis;
let cluster: RunningRedis;
beforeAll(async () => {
  [redis, cluster] = await Promise.all([startRedis(), startRedis({ cluster: true })]);
  for (const each of [redis, cluster]) await each.call('CONFIG', 'SET', 'requirepass', 'right');
});
afterAll(() => Promise.all([redis?.stop(), cluster?.stop()]));

const settings = () => productionSettings({ DATA_DIR: join(temporaryFolder(), 'data') });

const refusing: readonly (readonly [string, () => string])[] = [
  ['a wrong password', () => redis.url.replace('redis://', 'redis://:wrong@')],
  ['no password where one is wanted', () => redis.url],
  ['a wrong password, at a cluster', () => cluster.url.replace('redis://', 'redis://:wrong@')],
  ['no password where one is wanted, at a cluster', () => cluster.url],
];

describe('a start that a Redis refuses ends with one line that names READ_MODELS', () => {
  it.each(refusing.filter((_, place) => place % asOften(3, 1) === 0))('for %s', async (_, address) => {
    const line = /READ_MODELS has a user or a password .* \((WRONGPASS|NOAUTH)\).* redis:\/\/user:password@/;
    await expectOneLine(await settings(), { READ_MODELS: address() }, line);
  });

  // In the same words as what reads it refuses them with (redis-fault.spec.ts, redis-faults.spec.ts).
  thoroughly.each([
    [
      'a user who lacks a right',
      (url: string) => url.replace('//', '//shop:password@'),
      /a user who may not do .*ACL LOG/,
    ],
    ['a database that there is not', (url: string) => `${url}/99`, /a database .* \(ERR DB index is out of range\)/],
  ])('for %s', async (_, addressAt, because) => {
    const open = await startRedis();
    onTestFinished(() => open.stop());
    await open.call('ACL', 'SETUSER', 'shop', 'on', '>password', '~*', '+@all', '-hmget');
    await expectOneLine(await settings(), { READ_MODELS: addressAt(open.url) }, because);
  });

  thoroughly('for a certificate that nobody it trusts has signed', async () => {
    const server = createServer(selfSignedCertificate()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    server.on('tlsClientError', () => undefined);
    await once(server, 'listening');
    const address = server.address();
    expect(address).toBeTypeOf('object');
    const READ_MODELS = `rediss://localhost:${typeof address === 'object' ? address?.port : ''}`;
    await expectOneLine(await settings(), { READ_MODELS }, /READ_MODELS .* cannot be trusted \(self-signed/);
  });
});

describe('a Redis that takes away what it has no room for', () => {
  it('is refused by a start: it would take single keys, of which nobody would hear', async () => {
    const evicting = await startRedis();
    onTestFinished(() => evicting.stop());
    const open = async (policy: string, room: string) => {
      await evicting.call('CONFIG', 'SET', 'maxmemory-policy', policy);
      await evicting.call('CONFIG', 'SET', 'maxmemory', room);
      await (await startShop({ READ_MODELS: evicting.url })).end();
    };
    await expect(open('allkeys-lru', '64mb')).rejects.toThrow(
      /^READ_MODELS .*\(maxmemory-policy allkeys-lru\).* noeviction$/,
    );
    await expect(open('noeviction', '64mb')).resolves.toBeUndefined();
    await expect(open('allkeys-lfu', '0')).resolves.toBeUndefined();
  });
});

describeThoroughly('a command of operators that a Redis refuses ends with one line that names READ_MODELS', () => {
  it.each(refusing.slice(0, 3))('for %s', async (_, address) => {
    const dataDir = temporaryFolder();
    await makeLog({ dataDir, orders: 5, paid: 0.5, tools: 2, people: 2 });
    expect(await runOperator({ DATA_DIR: dataDir, READ_MODELS: address(), LOG_LEVEL: 'silent' }, 'verify')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^READ_MODELS has a user or a password [^\n]*\((WRONGPASS|NOAUTH)\)[^\n]*\n$/),
    });
  });
});
