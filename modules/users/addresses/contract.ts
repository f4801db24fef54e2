import { z } from 'zod';
import { phone, text } from '../../kernel/wire/wire.ts';
import { nameOfCountry } from '../address-words/contract.ts';

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
