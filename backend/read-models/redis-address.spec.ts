import { describe, expect, it } from 'vitest';
import { parseRedisAddress } from './redis-address.ts';

const plain = { tls: false, username: undefined, password: undefined, db: 0 };

describe('a Redis address', () => {
  it.each([
    ['redis://localhost', { ...plain, hosts: [{ host: 'localhost', port: 6379 }] }],
    ['redis://cache.internal:7000/', { ...plain, hosts: [{ host: 'cache.internal', port: 7000 }] }],
    ['redis://localhost/3', { ...plain, db: 3, hosts: [{ host: 'localhost', port: 6379 }] }],
    ['redis://[::1]:6380', { ...plain, hosts: [{ host: '::1', port: 6380 }] }],
    ['rediss://:p%40ss@h', { ...plain, tls: true, password: 'p@ss', hosts: [{ host: 'h', port: 6379 }] }],
    ['redis://me:p%3As@h:1', { ...plain, username: 'me', password: 'p:s', hosts: [{ host: 'h', port: 1 }] }],
    [
      'redis://:secret@a:7000,b:7001,c',
      {
        ...plain,
        password: 'secret',
        hosts: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 7001 },
          { host: 'c', port: 6379 },
        ],
      },
    ],
  ])('is read from %s', (address, expected) => {
    expect(parseRedisAddress(address)).toEqual(expected);
  });

  it.each([
    '',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://h:port',
    'redis://h:0',
    'redis://h:65536',
    'redis://h:1:2',
    'redis://a,,b',
    'redis://h/zero',
    'redis://h/0?tls=true',
    'redis://a,b/1',
  ])('is not %s', (address) => {
    expect(() => parseRedisAddress(address)).toThrow();
  });

  it('is not told with its password when it is wrong', () => {
    for (const wrong of [
      'redis://:hunter2@h:port',
      'redis://me:hunter2@a,b/1',
      'http://:hunter2@h',
      'redis://:hunter2@h/x',
    ]) {
      expect(() => parseRedisAddress(wrong)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
      );
    }
  });
});
