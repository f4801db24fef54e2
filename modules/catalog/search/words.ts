import { inSmallLetters } from '../../kernel/small-letters.ts';

/** Digits, or letters, of any script: never both, so that 125mm and 125 mm are the same. */
const word = /\p{N}[\p{N}\p{M}]*|[\p{L}\p{M}]+/gu;

/** The words of a text, each once: in small letters, and in one form of each character, however it was typed (NFKC). */
export function wordsIn(text: string): Set<string> {
  return new Set(inSmallLetters(text.normalize('NFKC')).match(word));
}
