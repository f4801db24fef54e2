/** Anything between letters and digits of any script. */
const between = /[^\p{L}\p{N}\p{M}]+/u;

/** The words of a text, each once: in small letters, and in one form of each character, however it was typed (NFKC). */
export function wordsIn(text: string): Set<string> {
  const words = new Set(text.normalize('NFKC').toLowerCase().split(between));
  words.delete('');
  return words;
}
