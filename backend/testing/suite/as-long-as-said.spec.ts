import fc from 'fast-check';
import { expect, it } from 'vitest';

it('properties are tried on lists as long as they say', () => {
  const lengths = fc.sample(fc.array(fc.nat(), { maxLength: 100 }), 100).map(({ length }) => length);
  expect(Math.max(...lengths)).toBeGreaterThan(50);
});
