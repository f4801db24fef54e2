import { describe, expect, it } from 'vitest';
import { firstAdminCode, plainCode } from './first-admin-code.ts';

const secret = (byte: number) => new Uint8Array(32).fill(byte);

describe('the code for the first admin', () => {
  it('is the same wherever the secret is, and another for another secret', () => {
    expect(firstAdminCode(secret(1))).toBe(firstAdminCode(secret(1)));
    expect(firstAdminCode(secret(1))).not.toBe(firstAdminCode(secret(2)));
    expect(firstAdminCode(secret(1))).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('is taken however it was typed', () => {
    expect(plainCode(' 0o1i-lAbc ')).toBe('00111ABC');
    const code = firstAdminCode(secret(3));
    expect(plainCode(code.toLowerCase().replaceAll('-', ' '))).toBe(plainCode(code));
  });
});
