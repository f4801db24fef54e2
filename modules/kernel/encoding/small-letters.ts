/**
 * A text in small letters, to be compared with others that may begin like it (case folding). Beside `toLowerCase`, which makes another letter
 * of a sigma at the end of a word, and two of İ. Without this, whoever types ΚΑΤΣ or İst on the way to a longer word finds nothing, as
 * the last letter typed is not the one in its middle.
 */
export function inSmallLetters(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
