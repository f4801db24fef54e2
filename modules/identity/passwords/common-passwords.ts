import { madeOnce } from '../../kernel/concurrency/made-once.ts';

/**
 * What people write in the place of letters, as zxcvbn has it (its table of "l33t" substitutions, what is one character of
 * it): the letters that each may stand for.
 */
const standsFor: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '8': 'b',
  '(': 'c',
  '{': 'c',
  '[': 'c',
  '<': 'ck',
  '6': 'dg',
  '3': 'e',
  '#': 'fh',
  '9': 'gq',
  '&': 'g',
  '1': 'il',
  '!': 'il',
  '|': 'il',
  '7': 'lt',
  '0': 'o',
  $: 's',
  '5': 's',
  '+': 't',
  '%': 'x',
  '2': 'z',
};

/**
 * Whether a password is one of the about 49,000 that people choose most (zxcvbn's list), in whatever case, and with the usual
 * characters in the place of letters.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await commonPasswords();
  return isAmong(words, { from: 0, to: words.length }, password.toLowerCase(), 0);
}

/** The list comes sorted into the memory at the first password that is set: about 5 MB, and a few hundredths of a second. */
const commonPasswords = madeOnce(async (): Promise<readonly string[]> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return [...dictionary['passwords-common']].sort();
});

/** Whether one of the words in a range, which are the same up to `at`, goes on as the password may be read from there on. */
function isAmong(words: readonly string[], range: Range, password: string, at: number): boolean {
  if (range.from >= range.to) return false;
  // Of words that are the same so far, the shortest comes first.
  if (at === password.length) return words[range.from]?.length === at;
  const written = password[at] ?? '';
  return [...written, ...(standsFor[written] ?? '')].some((letter) =>
    isAmong(words, narrowed(words, range, letter, at), password, at + 1),
  );
}

type Range = { readonly from: number; readonly to: number };

/** Those of the range with a letter at a place (binary search). */
function narrowed(words: readonly string[], { from, to }: Range, letter: string, at: number): Range {
  const first = (isPast: (found: string) => boolean) => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(words[middle]?.[at] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { from: first((found) => found >= letter), to: first((found) => found > letter) };
}
