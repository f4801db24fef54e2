import { z } from 'zod';
import { whichNumber } from '../values/number-in.ts';
import { longestEmail } from './longest.ts';
import { mostPieces, tooManyPieces, wholeNumberWanted } from './most-pieces.ts';

/** Pieces of schemas that several contracts share: how the wire writes things. */

/** An email address, compared in lower case. */
export const emailAddress = z
  .string('Not an email address')
  .trim()
  .toLowerCase()
  .pipe(z.email('Not an email address'))
  .pipe(z.string().max(longestEmail, `Must not be longer than ${longestEmail} characters`));

/**
 * The same in a query, where a + that was not encoded is read as a space, and no address has one. Without this, whoever writes an
 * address into a query as it is would find neither the orders of mina+tools@example.com nor why.
 */
export const emailInQuery = z
  .string('Not an email address')
  .trim()
  .overwrite((said) => said.replaceAll(' ', '+'))
  .pipe(emailAddress);

/** What a text is asked for with when it is missing, and what is said when something else is there: a number, a list. */
const missingOr = (missing: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? missing : 'Must be text'),
});

/** What shows nothing: spaces, control characters, marks of direction, joiners and fillers, the blank Braille cell. */
const unseen = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu;

/** Without this, somebody could be called nothing at all, by a character that nobody sees. */
const isSeen = (value: string) => value.replace(unseen, '') !== '';

/**
 * Text with something to be seen in it, without the NUL character, which the stores keep for themselves, and well-formed: half a
 * surrogate pair cannot be written in UTF-8.
 */
export const text = (max: number, message = 'Required') =>
  z
    .string(missingOr(message))
    .trim()
    .min(1, message)
    .refine((value) => value === '' || isSeen(value), message)
    .max(max, `Must not be longer than ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'Must not contain NUL')
    .refine((value) => value.isWellFormed(), 'Must not contain half a character');

/** An id in a body or a query. Whose it is, only the shop knows; so any text is let through that may be one. */
export const sentId = z.string().min(1).max(200);

/** A telephone number as people write it anywhere: no country is assumed, nor whose digits they are. */
export const phone = text(40).pipe(
  z
    .string()
    .regex(
      /^(?:[+\-()./\p{Zs}]*\p{Nd}){3}[+\-()./\p{Zs}\p{Nd}]*$/u,
      'A phone number is digits, spaces and + - ( ) . /, with at least 3 digits',
    ),
);

/** What is said where a number should be: of a text that could be two numbers, which two; else the message. */
export const notNumber = (message: string) => ({
  error: ({ input }: { input?: unknown }) => whichNumber(input) ?? message,
});

/** A number of pieces. One above the bound is refused for that, also where it is too large to be exact. */
export const pieces = (least: number, tooFew: string) =>
  z
    .number(notNumber(wholeNumberWanted))
    .max(mostPieces, { error: tooManyPieces, abort: true })
    .int(wholeNumberWanted)
    .min(least, tooFew);

/** A sum in the shop's currency as a decimal number; how many places it may have, the currency says (moneyAt). */
const sum = (what: string, missing: string) =>
  z
    .number({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? missing : (whichNumber(input) ?? `${what} is a number`),
    })
    .min(0, `${what} cannot be negative`);

/** What something costs. */
export const price = sum('A price', 'Say a price; 0 means that it costs nothing');

/** What is given. */
export const amount = sum('An amount', 'Say an amount');

/** How many entries an answer has at most, and how many it has when nobody says. */
export const longestPage = 1_000;

/** A whole number from 1 to `most` in a query, in digits alone; `usual` when nobody says. */
export function upTo(most: number, usual: number) {
  const message = `Must be a whole number from 1 to ${most}`;
  const number = z.coerce.number(message).max(most, { error: message, abort: true }).int(message).min(1, message);
  return z.preprocess((said) => (isOtherText(said) ? Number.NaN : said), number.default(usual));
}

/** What JavaScript makes a number of as well: 0x10, 1e2, spaces around it. */
const isOtherText = (said: unknown) => typeof said === 'string' && !/^\d+$/.test(said);

/** Which page of a list to answer with. Every call that lists something takes it, so that no answer is without a bound. */
export const pageQuery = z.object({
  limit: upTo(longestPage, longestPage),
  /** The cursor in the Link of the page before. */
  after: z.string().max(1_000).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** An id in a path. What is not well formed is not there; so any text is let through to be looked for. */
export const idParams = z.object({ id: z.string() });

export const emailParams = z.object({ email: z.string().trim().toLowerCase() });

export const acknowledged = z.object({ acknowledged: z.literal(true) });

export const inserted = acknowledged.extend({ insertedId: z.string() });

/** RFC 9457. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    methods: z.array(z.string()).optional().describe('Of /problems/second-factor: by what one can go on'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problem>;
