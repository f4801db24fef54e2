import { describe, expect, it } from 'vitest';
import { digest } from '../kernel/encoding/derived.ts';
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

  it('name a session the same for the same command of the same person only', () => {
    const sid = secrets.sessionId('u1', 'k1');
    expect(sid).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.sessionId('u1', 'k1')).toBe(sid);
    expect([secrets.sessionId('u2', 'k1'), secrets.sessionId('u1', 'k2')]).not.toContain(sid);
  });

  it('give a session another token each time that it is renewed, and know them all again', () => {
    const sid = secrets.sessionId('u1', 'k1');
    const tokens = [0, 1, 70_000].map((generation) => secrets.sessionToken(sid, generation));
    expect(new Set(tokens).size).toBe(3);
    expect(tokens.map(secrets.sessionIn)).toEqual([0, 1, 70_000].map((generation) => ({ sid, generation })));
    for (const token of tokens) expect(token).toMatch(/^[\w-]{91}$/);
  });

  it('know no token that was altered, or made without the secret', () => {
    const sid = secrets.sessionId('u1', 'k1');
    const token = secrets.sessionToken(sid, 1);
    const bytes = Buffer.from(token, 'base64url');
    for (const at of [0, 31, 35, 36, 67]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((altered.readUInt8(at) + 1) % 256, at);
      expect(secrets.sessionIn(altered.toString('base64url'))).toBeUndefined();
    }
    for (const odd of [others.sessionToken(sid, 1), `${token}=`, ` ${token}`, token.slice(1), `${token}A`, '', sid]) {
      expect(secrets.sessionIn(odd)).toBeUndefined();
    }
  });

  it('cannot be worked out without the secret', () => {
    expect(others.accountId('mina@example.com')).not.toBe(secrets.accountId('mina@example.com'));
    expect(others.sessionId('u1', 'k1')).not.toBe(secrets.sessionId('u1', 'k1'));
  });

  it('know the token of a session that began before tokens were renewed, which was called by its digest', () => {
    const before = 'a'.repeat(43);
    expect(secrets.sessionIn(before)).toEqual({ sid: digest(before), generation: 0 });
  });
});
