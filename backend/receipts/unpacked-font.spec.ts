import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { letteringsOf } from './lettering.ts';
import { unpackedFont } from './unpacked-font.ts';

const latin = fileURLToPath(import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'));
const files = globSync(join(dirname(latin), '*-{400,700}-normal.woff'));

/** The tables of a font, by the table directory with which it begins. */
function tablesOf(font: Buffer) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, place) => {
    const at = 12 + place * 16;
    const [checksum, begin, length] = [4, 8, 12].map((offset) => font.readUInt32BE(at + offset)) as [
      number,
      number,
      number,
    ];
    return { tag: font.toString('latin1', at, at + 4), checksum, begin, bytes: font.subarray(begin, begin + length) };
  });
}

/** As OpenType reckons it: the sum of all words of four bytes, with zeros behind the last byte. */
function checksumOf(bytes: Buffer): number {
  const words = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}

describe('a font that was packed as WOFF', () => {
  it('has all of its tables, each with the checksum that it was made with', () => {
    expect(files.length).toBeGreaterThanOrEqual(16);
    for (const file of files) {
      for (const { tag, checksum, begin, bytes } of tablesOf(unpackedFont(readFileSync(file)))) {
        // In the sum of the head stands the sum of the whole font, which is not in its own.
        const counted =
          tag === 'head' ? Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(4), bytes.subarray(12)]) : bytes;
        expect([file, tag, begin % 4, checksumOf(counted)]).toEqual([file, tag, 0, checksum]);
      }
    }
  });

  it('draws every letter as it did', () => {
    const packed = create(readFileSync(latin)) as Font;
    const font = create(unpackedFont(readFileSync(latin))) as Font;
    expect(font.characterSet).toEqual(packed.characterSet);
    for (const letter of 'Receipt 0123456789 $€ éßÅ') {
      const [now, then] = [font, packed].map((each) => each.glyphForCodePoint(letter.codePointAt(0) ?? 0));
      expect([letter, now?.advanceWidth, now?.path.toSVG()]).toEqual([letter, then?.advanceWidth, then?.path.toSVG()]);
    }
  });

  it('is unpacked before a receipt asks for its letters', () => {
    const trueType = 0x00010000;
    for (const { bytes } of letteringsOf(700)) expect(bytes.readUInt32BE(0)).toBe(trueType);
  });

  it('is refused when it was packed otherwise', () => {
    expect(() => unpackedFont(Buffer.from('wOF2'))).toThrow('no WOFF 1.0');
  });
});
