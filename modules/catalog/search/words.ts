import { inSmallLetters } from '../../kernel/small-letters.ts';

/** Digits, or letters, of any script: never both, so that 125mm and 125 mm are the same. A mark by itself is no word. */
const word = /\p{N}[\p{N}\p{M}]*|\p{L}[\p{L}\p{M}]*/gu;
/** Soft hyphens, joiners, the sign that has an emoji drawn in colours: nobody sees them, nor types them. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/** The words of a text, each once: in small letters, and in one form of each character, however it was typed (NFKC). */
export function wordsIn(text: string): Set<string> {
  return new Set(inSmallLetters(text.normalize('NFKC').replaceAll(invisible, '')).match(word));
}
