import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from './compare-bytes.ts';

describe('comparing texts by their bytes', () => {
  it('is comparing their bytes in UTF-8', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(compareBytes(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
      }),
      {
        examples: [
          ['\u{1f528}', '\uffee'],
          ['\ud7ff', '\ue000'],
          ['a', 'ab'],
          ['', ''],
        ],
      },
    );
  });
});
