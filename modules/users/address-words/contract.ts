/** How addresses are written, without the schemas, which pages that show one do not need. */

/** What is known of an address; its country by its code, or as it was written. */
type Known = { street?: string; postcode?: string | undefined; city?: string; country?: string };

let names: Intl.DisplayNames | undefined;

/** Made when a country is first named: that costs milliseconds, and few pages name one. */
function namesInEnglish(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names;
}

/** What has a name in Unicode and is no country of ISO 3166-1: unions, the unknown, tests, and parts of countries. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

/** Codes of before ('DD') are made into those of today by the rules for locales (UTS 35). */
const isOfToday = (code: string) => new Intl.Locale(`und-${code}`).region === code;

/** The English name of a country by its code, as one would write it on a parcel; undefined for what is none. */
export function nameOfCountry(code: string): string | undefined {
  const isCode = /^[A-Z]{2}$/.test(code) && !noCountries.has(code);
  return isCode && isOfToday(code) ? namesInEnglish().of(code) : undefined;
}

/** All countries, by their names. */
export function countries(): { code: string; name: string }[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code) => ({ code, name: nameOfCountry(code) ?? '' }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The code of the country that somebody wrote: its name, in any case and without accents, or the code itself. */
export function countryNamed(written: string): string | undefined {
  const wanted = plain(written);
  return countries().find(({ code, name }) => plain(name) === wanted || plain(code) === wanted)?.code;
}

const plain = (words: string) =>
  words.trim().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/**
 * An address as the one text that an order has, without the phone: what is known of it, as it would stand on a parcel. A
 * country that has no such code is taken for its name.
 */
export function locationOf({ street, postcode, city, country = '' }: Known): string {
  const place = [city?.trim(), postcode?.trim()].filter(Boolean).join(' ');
  return [street?.trim(), place, nameOfCountry(country) ?? country.trim()].filter(Boolean).join(', ');
}
