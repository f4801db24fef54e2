import { inSmallLetters } from '../../kernel/encoding/small-letters.ts';

/**
 * Digits, or letters, of any script: never both, so that 125mm and 125 mm are the same. A mark by itself is no word. Of letters there may
 * be several words, between hyphens.
 */
const runs = /\p{N}[\p{N}\p{M}]*|\p{L}[\p{L}\p{M}]*(?:[-\u2010]\p{L}[\p{L}\p{M}]*)*/gu;
const hyphen = /[-\u2010]/g;
/** What divides words in scripts that put no blanks between them (ZERO WIDTH SPACE). */
const invisibleBlank = '\u200b';
/** Soft hyphens, joiners, the sign that has an emoji drawn in colours: nobody sees them, nor types them. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
/** Accents and dots of the scripts that people also write without; in others a mark may be half of the word. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const beyondAscii = /[^\0-\x7f]/;
/** Scripts that put no blanks between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const ofOneKind = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+/gu;

/** Letters that are no other letter with a mark, and what is typed for them. */
const typedFor = lettersOf({
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
});
/** What is typed for umlauts where the keyboard has none. */
const inTwoLetters = lettersOf({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' });

/**
 * The words that somebody looks for: each once, in small letters without accents, however they were typed. Umlauts in two letters: without
 * its dots, a word such as Säge would stand in Massage.
 */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of runsIn(text)) {
    for (const said of run.split(hyphen)) take(plainOf(inTwoLetters(said)), words, { isSought: true });
  }
  return words;
}

/**
 * The words by which a text is found: its own; those with hyphens between them as one, too; and those that have umlauts also in two letters,
 * as many people write them.
 */
export function findableIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of runsIn(text)) {
    const parts = run.split(hyphen);
    for (const said of parts.length > 1 ? [...parts, parts.join('')] : parts) {
      take(plainOf(said), words, { isSought: false });
      const spelt = inTwoLetters(said);
      if (spelt !== said) take(plainOf(spelt), words, { isSought: false });
    }
  }
  return words;
}

/** What stands there, each once: in small letters, and in one form of each character (NFKC). */
function runsIn(text: string): Set<string> {
  return new Set(
    inSmallLetters(text.normalize('NFKC').replaceAll(invisibleBlank, ' ').replace(invisible, '')).match(runs),
  );
}

/**
 * Where there are no blanks nobody knows where a word begins: every two characters in a row are one (bigrams), and each by itself for whoever looks
 * for one alone.
 */
function take(plain: string, words: Set<string>, { isSought }: { isSought: boolean }): void {
  if (!isUnspaced(plain)) return void words.add(plain);
  for (const part of plain.match(ofOneKind) ?? []) {
    const characters = unspaced.test(part) ? [...part] : [part];
    for (const [at, one] of characters.entries()) {
      const next = characters[at + 1];
      if (next !== undefined) words.add(one + next);
      if (!isSought || characters.length === 1) words.add(one);
    }
  }
}

/** Whether a word is of a script that puts no blanks between them: then it is one character, or two in a row, and looked for as it is. */
export function isUnspaced(word: string): boolean {
  return beyondAscii.test(word) && unspaced.test(word);
}

function plainOf(said: string): string {
  if (!beyondAscii.test(said)) return said;
  return typedFor(said.normalize('NFKD').replace(accented, '$1').normalize('NFC'));
}

/** Writes some letters as others. */
function lettersOf(written: Readonly<Record<string, string>>): (said: string) => string {
  const letters = new RegExp(`[${Object.keys(written).join('')}]`, 'g');
  return (said) => said.replace(letters, (letter) => written[letter] ?? letter);
}
