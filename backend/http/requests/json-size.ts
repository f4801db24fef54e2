const [quote, backslash, bracket, brace, comma] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c];

/**
 * Whether a text of JSON opens more lists and objects than so many; what is quoted opens none. Looked at before it is parsed: 16 kB of
 * nothing but brackets take JSON.parse forty times as long as a list of as many characters in names.
 */
export function opensMoreThan(text: string, most: number): boolean {
  return hasMoreThan(text, most, (code) => code === bracket || code === brace);
}

/** Whether it has more lists, objects, and values behind another one in these than so many together. Looked at before it is parsed, too. */
export function holdsMoreThan(text: string, most: number): boolean {
  return hasMoreThan(text, most, (code) => code === bracket || code === brace || code === comma);
}

function hasMoreThan(text: string, most: number, counts: (code: number) => boolean): boolean {
  let counted = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfQuoted(text, at);
    else if (counts(code) && ++counted > most) return true;
  }
  return false;
}

/** Where what is quoted ends; the end of the text when it does not. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}
