import { expect, it } from 'vitest';
import { suggestionsQuery as askedFor, toolsQuery } from '../../../../../modules/catalog/search/contract.ts';
import { longestSearch } from '../../../../../modules/kernel/wire/longest.ts';
import { suggestionsQuery } from '../search/suggestions-query.ts';
import { toolsOrders } from './tools-orders.ts';

// Written down again for the home page, whose bytes are counted: the contract would bring its schemas.
it('asks for tools by words as long as the shop takes, and in its orders', () => {
  expect(toolsQuery.safeParse({ search: 'a'.repeat(longestSearch) }).success).toBe(true);
  expect(toolsQuery.safeParse({ search: 'a'.repeat(longestSearch + 1) }).success).toBe(false);
  for (const { value } of toolsOrders.slice(1)) expect(toolsQuery.parse({ sort: value }).sort).toBe(value);
});

it('asks for suggestions by words as long as the shop takes', () => {
  const [, asked = ''] = suggestionsQuery('a'.repeat(longestSearch)).queryKey;
  expect(askedFor.safeParse({ q: asked }).success).toBe(true);
  expect(askedFor.safeParse({ q: `${asked}a` }).success).toBe(false);
});
