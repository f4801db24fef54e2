import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacOf } from './hmac.ts';

it('is the HMAC that Node.js makes, whatever the key and the text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 300 })),
      (key, texts) => {
        const hmac = hmacOf(key);
        for (const text of texts) expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
      },
    ),
  );
  const key = randomBytes(32);
  expect(hmacOf(key)('')).toBe(createHmac('sha256', key).update('').digest('hex'));
});
