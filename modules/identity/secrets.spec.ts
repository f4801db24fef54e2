import { describe, expect, it } from 'vitest';
import { secretsOf } from './secrets.ts';

const secrets = secretsOf(Buffer.alloc(32, 1));
const others = secretsOf(Buffer.alloc(32, 2));

describe('secrets', () => {
  it('name an account after its email, in whatever case', () => {
    expect(secrets.accountId('Mina@Example.com')).toBe(secrets.accountId('mina@example.com'));
    expect(secrets.accountId('mina@example.com')).not.toBe(secrets.accountId('nina@example.com'));
    expect(secrets.accountId('mina@example.com')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('give the same session token to the same command of the same person only', () => {
    const token = secrets.sessionToken('u1', 'k1');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(secrets.sessionToken('u1', 'k1')).toBe(token);
    expect([secrets.sessionToken('u2', 'k1'), secrets.sessionToken('u1', 'k2')]).not.toContain(token);
  });

  it('cannot be worked out without the secret', () => {
    expect(others.accountId('mina@example.com')).not.toBe(secrets.accountId('mina@example.com'));
    expect(others.sessionToken('u1', 'k1')).not.toBe(secrets.sessionToken('u1', 'k1'));
  });

  it('do not show the token in the name of its session', () => {
    const token = secrets.sessionToken('u1', 'k1');
    expect(secrets.sessionId(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.sessionId(token)).not.toContain(token);
  });
});
