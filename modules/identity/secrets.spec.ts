import { describe, expect, it } from 'vitest';
import { secretsOf } from './secrets.ts';

const keysOf = (first: number, ...emails: number[]) => ({
  secret: Buffer.alloc(32, first),
  emails: emails.map((byte) => Buffer.alloc(32, byte)),
});
const secrets = secretsOf(keysOf(1, 3));
const others = secretsOf(keysOf(2, 4));

describe('secrets', () => {
  it('name an account after its email, in whatever case', () => {
    expect(secrets.accountId('Mina@Example.com')).toBe(secrets.accountId('mina@example.com'));
    expect(secrets.accountId('mina@example.com')).not.toBe(secrets.accountId('nina@example.com'));
    expect(secrets.accountId('mina@example.com')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('name an account after its email under each secret of before, too', () => {
    const replaced = secretsOf(keysOf(1, 4, 3));
    expect(replaced.accountId('mina@example.com')).toBe(others.accountId('mina@example.com'));
    expect(replaced.formerAccountIds('Mina@example.com')).toEqual([secrets.accountId('mina@example.com')]);
    expect(replaced.uid('mina@example.com', 'k1')).toBe(secrets.uid('MINA@example.com', 'k1'));
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
