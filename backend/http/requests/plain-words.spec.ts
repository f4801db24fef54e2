import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inPlainWords } from './plain-words.ts';

describe('what a schema has no words for', () => {
  it.each([
    [z.string(), undefined, 'Required'],
    [z.string(), null, 'Required'],
    [z.string(), 123, 'Must be text'],
    [z.string().min(1), '', 'Required'],
    [z.string().max(2), 'abc', 'Must not be longer than 2 characters'],
    [z.int(), '1', 'Must be a number'],
    [z.number().max(5), 6, 'Must be at most 5'],
    [z.object({}), [], 'Must be an object'],
    [z.array(z.string()), {}, 'Must be a list'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must be at most 2'],
    [z.enum(['name', '-name']), 'size', 'Must be name, or -name'],
    [z.string().regex(/^a$/), 'b', 'Is not right'],
    [z.string('Say a name'), 1, 'Say a name'],
  ])('is said in plain ones (%#)', (schema, value, words) => {
    expect(schema.safeParse(value, inPlainWords).error?.issues.map(({ message }) => message)).toEqual([words]);
  });
});
