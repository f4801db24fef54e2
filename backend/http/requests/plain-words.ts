import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Error map: says in words for people what a schema finds wrong and has no message of its own for. */
export const inPlainWords: z.core.ParseContext<z.core.$ZodIssue> = {
  error(issue) {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null
          ? 'Required'
          : `Must be ${kinds[issue.expected] ?? 'of another kind'}`;
      case 'too_small':
        return issue.origin === 'string' ? 'Required' : `Must be at least ${issue.minimum}`;
      case 'too_big':
        return issue.origin === 'string'
          ? `Must not be longer than ${issue.maximum} characters`
          : `Must be at most ${issue.maximum}`;
      case 'invalid_value':
        return `Must be ${issue.values.join(', or ')}`;
      default:
        return 'Is not right';
    }
  },
};
