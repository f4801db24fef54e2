import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bidiFactory from 'bidi-js';
import { create, type Font } from 'fontkit';
import { unpackedFont } from './unpacked-font.ts';

/** The fonts, each of some scripts; of several that have a letter the first is taken. */
const scripts = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'].map(
    (script) => ({ family: 'noto-sans', script }),
  ),
  { family: 'noto-sans-hebrew', script: 'hebrew' },
  { family: 'noto-sans-arabic', script: 'arabic' },
] as const;

export type Weight = 400 | 700;
export type Lettering = { readonly name: string; readonly bytes: Buffer; readonly font: Font };

/** What stands for a letter that no font has. */
const shownForMissing = '?';

/** A piece of a line in one font, in the order in which it stands on the paper. */
export type Run = { readonly text: string; readonly lettering: Lettering };
export type Line = {
  readonly runs: readonly Run[];
  /** Whether the text begins at the right. */
  readonly isRightToLeft: boolean;
  /** Whether a letter is not in any of the fonts. */
  readonly isLacking: boolean;
};

const require = createRequire(import.meta.url);
// Its types speak of a module that Node.js makes of it in another way.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const letterings: Record<Weight, readonly Lettering[]> = { 400: unread(400), 700: unread(700) };
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const anyScript = /^[\p{Script=Common}\p{Script=Inherited}]$/u;

/** Read when a letter is looked for in them, once for all receipts of a thread: most need the first alone. */
export function letteringsOf(weight: Weight): readonly Lettering[] {
  return letterings[weight];
}

function unread(weight: Weight): Lettering[] {
  return scripts.map(({ family, script }) => {
    const path = require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`);
    let read: { readonly bytes: Buffer; readonly font: Font } | undefined;
    const opened = () => {
      const bytes = read?.bytes ?? unpackedFont(readFileSync(path));
      read ??= { bytes, font: create(bytes) as Font };
      return read;
    };
    return {
      name: `${script}-${weight}`,
      get bytes() {
        return opened().bytes;
      },
      get font() {
        return opened().font;
      },
    };
  });
}

/** Sets a line: each letter in a font that has it, and in the order of its script (Unicode's bidirectional algorithm). */
export function setLine(text: string, letterings: readonly Lettering[]): Line {
  const [first] = letterings;
  if (!first) throw new RangeError('There is no font.');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const isRightToLeft = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  let isLacking = false;
  const runs: { text: string; lettering: Lettering; level: number }[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    const before = runs.at(-1);
    const code = letter.codePointAt(0) ?? 0;
    // Spaces, marks and the like go with what they stand beside.
    const isBeside = before && anyScript.test(letter) && before.lettering.font.hasGlyphForCodePoint(code);
    const found = isBeside ? before.lettering : letterings.find(({ font }) => font.hasGlyphForCodePoint(code));
    if (!found) isLacking = true;
    const lettering = found ?? first;
    const shown = found ? mirrored(letter, level) : shownForMissing;
    if (before && before.lettering === lettering && before.level === level) before.text += shown;
    else runs.push({ text: shown, lettering, level });
    at += letter.length;
  }
  return { runs: inVisualOrder(runs).map(drawn), isRightToLeft, isLacking };
}

function mirrored(letter: string, level: number): string {
  return (level & 1) === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
}

/** Rule L2 of the algorithm: from the highest level down, whatever is at least that deep is turned round. */
function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to++;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return ordered;
}

/** The font itself turns round what it knows to be written from the right; spaces and signs alone it does not. */
function drawn({ text, lettering, level }: Run & { readonly level: number }): Run {
  const isTurnedHere = (level & 1) === 1 && !rightToLeft.test(text);
  return { text: isTurnedHere ? [...text].reverse().join('') : text, lettering };
}
