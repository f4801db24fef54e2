import { z } from 'zod';
import { maximumPassword, minimumPassword } from '../../../modules/identity/contract.ts';
import { currencyCodes } from '../../../modules/kernel/values/currencies.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const millisecondsIn = (text: string) => Number.parseInt(text, 10) * (units[text.replace(/^\d+/, '')] ?? 1);

/** As far ahead or back as anybody plans; a date so far away can still be written. */
const tenYears = { milliseconds: 3_650 * 86_400_000, text: '3650d' };

/** A timer of Node.js waits no longer (2^31 - 1 ms), and goes off at once when it is to. */
export const longestTimer = { milliseconds: 2 ** 31 - 1, text: '24d' };

/** A length of time as people write it: 90s, 30m, 24h, 7d. In milliseconds, from 1 on. */
export const duration = (most = tenYears) =>
  z
    .string()
    .regex(/^0*[1-9]\d*(ms|s|m|h|d)$/, 'must be a length of time above 0, such as 90s, 30m or 24h')
    .transform(millisecondsIn)
    .refine((milliseconds) => milliseconds <= most.milliseconds, `must be ${most.text} at most`);

/** The same, or 0 for off. */
export const durationOrOff = (most = tenYears) =>
  z
    .string()
    .regex(/^(0|0*[1-9]\d*(ms|s|m|h|d))$/, 'must be a length of time such as 90s, 30m or 24h; 0 is off')
    .transform(millisecondsIn)
    .refine((milliseconds) => milliseconds <= most.milliseconds, `must be ${most.text} at most`);

/** As long as whoever stops a node waits for it, and longer. */
export const longestDrain = { milliseconds: 600_000, text: '10m' };

/** How much of something one may have; 0 is without bound. */
export const bound = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number below a million; 0 is off')
  .transform(Number);

/** A part of all, from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0|1|0?\.\d+|1\.0+|0\.0+)$/, 'must be a number from 0 to 1, such as 0.1')
  .transform(Number);

export const address = (schemes: RegExp, example: string) =>
  z.string().regex(schemes, `must be an address such as ${example}, or be left out`).optional();

/** Names of hosts, as they stand in an https address. */
export const hosts = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .refine(
    (names) => names.every((name) => /^[a-z\d.-]+(:\d+)?$/.test(name) && URL.canParse(`https://${name}`)),
    'must be names of hosts with commas between them, such as images.example,cdn.example',
  );

export const currency = z
  .string()
  .toLowerCase()
  .refine((code) => currencyCodes.includes(code), 'must be a currency code that cards are charged in, such as usd');

/** A key as Stripe makes them, which say what they are by how they begin. Its value is never told. */
export const stripeKey = (beginning: RegExp, named: string) =>
  z
    .string()
    .regex(beginning, `must begin with ${named}`)
    .regex(/^\w+$/, 'must be a key of Stripe’s and nothing else')
    .optional();

/** An address as a mail's header has it, with or without a name; no character of control, with which a header would be another. */
export const mailbox = z
  .string()
  .refine(
    (text) => z.email().safeParse(/^[^<>\p{Cc}",;:@\\]+ <([^<>]+)>$/u.exec(text)?.[1] ?? text).success,
    'must be an address such as shop@example.com, or Inventory <shop@example.com>',
  )
  .optional();

/** Where a site is: without a path, since it begins at the root, and without what else an address may have. Its value is never told. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example' })
  .refine(
    (text) => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`,
    'must be an address such as https://shop.example and no more: no path, query, fragment or user',
  );

export const port = 'must be a whole number from 0 to 65535';

export const passwordLength = `must be a whole number from ${minimumPassword} to ${maximumPassword}`;
