import { describe, expect, it } from 'vitest';
import { Challenges } from './challenges.ts';

const secret = Buffer.alloc(32, 1);
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

function wired() {
  let now = new Date('2026-01-02T03:04:05.000Z');
  const challenges = new Challenges({ secret, now: () => now });
  const wait = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { challenges, wait };
}

describe('a challenge', () => {
  it('is known again for what it was given, by any node', () => {
    const given = encoded(wired().challenges.issue('sign-in', 'p1'));
    expect(wired().challenges.known(given, 'sign-in', 'p1')).toMatchObject({ until: '2026-01-02T03:09:05.000Z' });
    expect(wired().challenges.known(given, 'sign-in', 'p2')).toBeUndefined();
    expect(wired().challenges.known(given, 'confirm', 'p1')).toBeUndefined();
  });

  it('is never the same twice', () => {
    const { challenges } = wired();
    expect(encoded(challenges.issue('add'))).not.toBe(encoded(challenges.issue('add')));
  });

  it('is good for five minutes', () => {
    const { challenges, wait } = wired();
    const given = encoded(challenges.issue('add', 'u1'));
    wait(5 * 60_000 - 1);
    expect(challenges.known(given, 'add', 'u1')).toBeDefined();
    wait(1);
    expect(challenges.known(given, 'add', 'u1')).toBeUndefined();
  });

  it('is one of ours, unchanged', () => {
    const { challenges } = wired();
    const bytes = Buffer.from(challenges.issue('add', 'u1'));
    const later = Buffer.from(bytes);
    later[2] = 0xff; // Of its time.
    for (const other of [later, bytes.subarray(1), Buffer.alloc(bytes.length), Buffer.alloc(0)]) {
      expect(challenges.known(encoded(other), 'add', 'u1')).toBeUndefined();
    }
    expect(
      new Challenges({ secret: Buffer.alloc(32, 2), now: () => new Date('2026-01-02T03:04:05.000Z') }).known(
        encoded(bytes),
        'add',
        'u1',
      ),
    ).toBeUndefined();
  });
});
