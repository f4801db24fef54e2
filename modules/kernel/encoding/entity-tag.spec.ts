import { expect, it } from 'vitest';
import { entityTagOf, holdsOf } from './entity-tag.ts';

const tag = entityTagOf(['saw', 1]);

it('is the same of the same, another of anything else, and well formed', () => {
  expect(entityTagOf(['saw', 1])).toBe(tag);
  expect(entityTagOf(['saw', 2])).not.toBe(tag);
  expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
});

it.each([
  ['the tag', tag],
  ['the tag, made weak on its way', `W/${tag}`],
  ['one of several', `"other", ${tag}`],
  ['anything that is there', ' * '],
])('If-Match holds where it says %s', (_, ifMatch) => expect(holdsOf(ifMatch, tag)).toBe(true));

it.each([
  ['another', '"other"'],
  ['nothing', ''],
  ['the tag without its quotes', tag.slice(1, -1)],
  ['a part of it', `${tag.slice(0, 9)}"`],
])('If-Match does not hold where it says %s', (_, ifMatch) => expect(holdsOf(ifMatch, tag)).toBe(false));
