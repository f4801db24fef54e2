import { describe, expect, it } from 'vitest';
import { BadRedisAddress, parseRedisAddress } from './redis-address.ts';

const nobody = { username: undefined, password: undefined, client: undefined };
const plain = { kind: 'server', tls: false, ...nobody, db: 0, sentinel: undefined };
const localhost = { ...plain, hosts: [{ host: 'localhost', port: 6379 }] };
const two = [
  { host: 'a', port: 26_379 },
  { host: 'b', port: 7001 },
];

describe('a Redis address', () => {
  it.each([
    ['redis://localhost', localhost],
    ['redis://localhost/3', { ...localhost, db: 3 }],
    ['redis://cache.internal:7000/', { ...plain, hosts: [{ host: 'cache.internal', port: 7000 }] }],
    ['redis://[::1]:6380', { ...plain, hosts: [{ host: '::1', port: 6380 }] }],
    ['rediss://:p%40ss@h', { ...plain, tls: true, password: 'p@ss', hosts: [{ host: 'h', port: 6379 }] }],
    ['redis://me:p%3As@h:1', { ...plain, username: 'me', password: 'p:s', hosts: [{ host: 'h', port: 1 }] }],
  ])('is of one server in %s', (address, expected) => {
    expect(parseRedisAddress(address)).toEqual(expected);
  });

  it('is of a cluster with several hosts, or when it says so', () => {
    expect(parseRedisAddress('redis://:secret@a:7000,b:7001,c')).toEqual({
      ...plain,
      kind: 'cluster',
      password: 'secret',
      hosts: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
        { host: 'c', port: 6379 },
      ],
    });
    expect(parseRedisAddress('redis+cluster://localhost')).toEqual({ ...localhost, kind: 'cluster' });
    expect(parseRedisAddress('rediss+cluster://localhost/0')).toEqual({ ...localhost, kind: 'cluster', tls: true });
  });

  it('is of sentinels, which know the master by a name', () => {
    const expected = { ...plain, kind: 'sentinel', hosts: two, sentinel: { name: 'shop' } };
    expect(parseRedisAddress('redis+sentinel://a,b:7001/shop')).toEqual(expected);
    const secured = 'rediss+sentinel://me:p%40ss@a,b:7001/shop/2?sentinelUsername=you&sentinelPassword=s%26p';
    expect(parseRedisAddress(secured)).toEqual({
      ...expected,
      tls: true,
      username: 'me',
      password: 'p@ss',
      db: 2,
      sentinel: { name: 'shop', username: 'you', password: 's&p' },
    });
  });

  it.each([
    ['rediss://h', 'server'],
    ['rediss://h,i', 'cluster'],
    ['rediss+sentinel://h/shop', 'sentinel'],
  ])('may name what servers are to be shown, where there is TLS: %s', (address, kind) => {
    const { client } = parseRedisAddress(`${address}?userCertFile=/etc/shop%20own.pem&userKeyFile=key.pem`);
    expect({ kind, client }).toEqual({ kind, client: { certFile: '/etc/shop own.pem', keyFile: 'key.pem' } });
  });

  it.each([
    '',
    'redis://h?userCertFile=a&userKeyFile=b',
    'rediss://h?userCertFile=a',
    'rediss://h?userCertFile=a&userKeyFile=',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://h:port',
    'redis://h:0',
    'redis://h:65536',
    'redis://h:1:2',
    'redis://a,,b',
    'redis://h/zero',
    'redis://h/0/1',
    'redis://h/0?tls=true',
    'redis://h#0',
    'redis://%zz@h',
    'redis://a,b/1',
    'redis+cluster://h/1',
    'redis+other://h',
    'redis+sentinel://h',
    'redis+sentinel://h/',
    'redis+sentinel://h/shop/zero',
    'redis+sentinel://h/shop?role=slave',
  ])('is not %s', (address) => {
    expect(() => parseRedisAddress(address)).toThrow(BadRedisAddress);
  });

  it('is refused in one line that does not tell its password', () => {
    for (const wrong of [
      'redis://:hunter2@h:port',
      'redis://me:hunter2@a,b/1',
      'http://:hunter2@h',
      'redis://:hunter2@h/x',
      'redis+sentinel://:hunter2@h',
      'redis+sentinel://h?sentinelPassword=hunter2',
    ]) {
      expect(() => parseRedisAddress(wrong)).toThrow(
        expect.objectContaining({ message: expect.not.stringMatching(/hunter2|\n/) }),
      );
    }
  });
});
