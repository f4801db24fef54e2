import { z } from 'zod';
import { phone, text } from '../../kernel/wire.ts';

const namesInEnglish = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** What has a name in Unicode and is no country of ISO 3166-1: unions, the unknown, tests, and parts of countries. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

/** Codes of before ('DD') are made into those of today by the rules for locales (UTS 35). */
const isOfToday = (code: string) => new Intl.Locale(`und-${code}`).region === code;

/** The English name of a country by its code, as one would write it on a parcel; undefined for what is none. */
export function nameOfCountry(code: string): string | undefined {
  const isCode = /^[A-Z]{2}$/.test(code) && !noCountries.has(code);
  return isCode && isOfToday(code) ? namesInEnglish.of(code) : undefined;
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

const postcode = z
  .string('Must be text')
  .trim()
  .max(16, 'Must not be longer than 16 characters')
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'Must be text')
  .transform((value) => value || undefined);

/** Where somebody has things sent, part by part. */
export const address = z
  .object({
    street: text(160),
    postcode: postcode.optional().describe('Left out where there are none'),
    city: text(80),
    country: z
      .string('Required')
      .refine((code) => nameOfCountry(code) !== undefined, 'Choose a country from the list')
      .describe('ISO 3166-1, two capital letters'),
    phone,
  })
  .meta({ id: 'Address' });

/** The same as it is answered: what was good once is shown, whatever becomes of the rules. */
const savedAddress = z
  .object({
    street: z.string(),
    postcode: z.string().optional(),
    city: z.string(),
    country: z.string(),
    phone: z.string(),
  })
  .meta({ id: 'SavedAddress' });
export type Address = z.infer<typeof savedAddress>;

/** What the shop knows of where somebody has things sent. */
export const myAddress = z
  .object({
    address: savedAddress.optional().describe('Left out where none is saved'),
    profile: z.object({ location: z.string(), phone: z.string() }).optional().describe('What the profile says'),
  })
  .meta({ id: 'MyAddress' });
export type MyAddress = z.infer<typeof myAddress>;

/**
 * An address as the one text that an order has, without the phone: what is known of it, as it would stand on a parcel. A
 * country that has no such code is taken for its name.
 */
export function locationOf({ street, postcode, city, country = '' }: Partial<Omit<Address, 'phone'>>): string {
  const place = [city?.trim(), postcode?.trim()].filter(Boolean).join(' ');
  return [street?.trim(), place, nameOfCountry(country) ?? country.trim()].filter(Boolean).join(', ');
}
