import { describe, expect, it } from 'vitest';
import { recoveryCodes, recoveryDigest } from './recovery-codes.ts';

const secret = Buffer.alloc(32, 1);

describe('recovery codes', () => {
  it('are ten, each of its own, and the same whenever a command is repeated', () => {
    const codes = recoveryCodes(secret, 'u1', 'k1');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/);
    expect(recoveryCodes(secret, 'u1', 'k1')).toEqual(codes);
  });

  it('are other ones for another command, another person and another shop', () => {
    const all = [
      recoveryCodes(secret, 'u1', 'k1'),
      recoveryCodes(secret, 'u1', 'k2'),
      recoveryCodes(secret, 'u2', 'k1'),
      recoveryCodes(Buffer.alloc(32, 2), 'u1', 'k1'),
    ].flat();
    expect(new Set(all).size).toBe(40);
  });

  it('are known however they are typed', () => {
    const [code = ''] = recoveryCodes(secret, 'u1', 'k1');
    const kept = recoveryDigest('u1', code);
    expect(kept).not.toContain(code);
    const typed = [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `];
    for (const one of [...typed, code.replaceAll('0', 'O').replaceAll('1', 'l')]) {
      expect(recoveryDigest('u1', one)).toBe(kept);
    }
    expect(recoveryDigest('u2', code)).not.toBe(kept);
  });
});
