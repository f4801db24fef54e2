import { describe, expect, it } from 'vitest';
import { demoPartsOf, isLoopback, openToOthersBy } from './demo.ts';

const settings = { HOST: '127.0.0.1', SEED: 'demo', PAYMENTS: 'sandbox' } as const;

describe('this machine', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'LocalHost', 'shop.localhost.'])(
    'is %s',
    (host) => expect(isLoopback(host)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '::',
    '::0',
    '0',
    '10.0.0.1',
    '192.168.1.2',
    '128.0.0.1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'shop.example',
  ])('is not %s', (host) => expect(isLoopback(host)).toBe(false));

  it.each(['localhost.example', 'notlocalhost', '127.0.0.1.example', ''])(
    'is not %j, which only looks like it',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});

describe('a shop', () => {
  it('is for this machine until a setting opens it to others', () => {
    expect(openToOthersBy(settings)).toBeUndefined();
    expect(openToOthersBy({ ...settings, PUBLIC_URL: 'http://localhost:3000' })).toBeUndefined();
    expect(openToOthersBy({ ...settings, PUBLIC_URL: 'http://127.1/' })).toBeUndefined();
    expect(openToOthersBy({ ...settings, HOST: '::' })).toBe('HOST ::');
    expect(openToOthersBy({ ...settings, PUBLIC_URL: 'https://shop.example' })).toBe('PUBLIC_URL https://shop.example');
  });

  it('says what of a demo it has', () => {
    expect(demoPartsOf(settings)).toMatch(/demo accounts.*sandbox/);
    expect(demoPartsOf({ ...settings, SEED: 'none' })).toMatch(/^the payment sandbox \(it takes no money\)$/);
    expect(demoPartsOf({ ...settings, PAYMENTS: 'stripe' })).not.toMatch(/sandbox/);
    expect(demoPartsOf({ ...settings, SEED: 'none', PAYMENTS: 'stripe' })).toBeUndefined();
  });
});
