import { expect, it } from 'vitest';
import { replaced } from './write-down.ts';

it('what a run said is written in the place of what an earlier one did, and nothing else is', () => {
  const page = 'Before.\n<!-- figures: how -->\nold\n<!-- end of figures -->\nAfter.\n';
  const once = 'Before.\n<!-- figures: how -->\nnew\n<!-- end of figures -->\nAfter.\n';
  expect(replaced(page, 'figures', 'new')).toBe(once);
  expect(replaced(once, 'figures', 'new')).toBe(once);
  expect(() => replaced(page, 'growth', 'new')).toThrow('The page has no part for growth.');
});
