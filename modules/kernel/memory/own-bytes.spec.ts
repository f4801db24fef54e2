import { describe, expect, it } from 'vitest';
import { ownBytes } from './own-bytes.ts';

describe('bytes in memory of their own', () => {
  it.each(['', '[]', 'é\u{1F600}', 'x'.repeat(100_000)])('are those of %j', (text) => {
    for (const bytes of [ownBytes(text), ownBytes(Buffer.from(text))]) {
      expect(bytes.toString()).toBe(text);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });
});
