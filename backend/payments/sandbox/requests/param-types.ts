import { z } from 'zod';

export const integer = z.string().transform((text, context) => {
  if (/^-?\d{1,16}$/.test(text)) return Number(text);
  const message = `Invalid integer: ${text}`;
  context.addIssue({ code: 'custom', input: text, message, params: { code: 'parameter_invalid_integer' } });
  return z.NEVER;
});

export const positiveInteger = integer.refine((value) => value >= 1, {
  message: 'This value must be greater than or equal to 1.',
  params: { code: 'parameter_invalid_integer' },
});

/** Seconds since 1970. */
export const time = integer.refine((value) => value >= 0, {
  message: 'Invalid timestamp: must be an integer Unix timestamp.',
  params: { code: 'parameter_invalid_integer' },
});

/** What cannot be left empty. */
export const text = z.string().min(1);
