import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SourceTypes } from './source-types.ts';

it('the compiler is waited for no longer than it may take', () => {
  const root = join(import.meta.dirname, '../..');
  expect(() => new SourceTypes(root, 100).close()).toThrow('Unexpected EOF while reading from child process');
});
