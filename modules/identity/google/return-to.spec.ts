import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathHere, withParameter } from './return-to.ts';

const shop = 'https://shop.example';
/** What leads elsewhere is made of these. */
const pieces = [
  '/',
  '\\',
  '//',
  'https:',
  'evil.example',
  '@',
  '.',
  '..',
  '%2f',
  '%5c',
  '\t',
  '\n',
  '?',
  '#',
  ':',
  'a',
  ' ',
];
const wanted = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
);

describe('where one goes on to', () => {
  it('is on this site, whatever was asked for', () => {
    fc.assert(
      fc.property(wanted, (text) => {
        for (const path of [pathHere(text), withParameter(pathHere(text), 'google', 'done')]) {
          expect(new URL(path, shop).origin).toBe(shop);
          expect(path.startsWith('/')).toBe(true);
          expect(path).toMatch(/^[\x21-\x7e]*$/); // Nothing that a header could end with.
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the page that was asked for, with its query', () => {
    expect(pathHere('/tools/t1?search=saw#form')).toBe('/tools/t1?search=saw#form');
    expect(withParameter('/dashboard?a=1#b', 'google', 'done')).toBe('/dashboard?a=1&google=done#b');
  });

  it.each([
    undefined,
    '',
    'tools',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/'.padEnd(1_001, 'a'),
  ])('is the front page in the place of %j', (text) => expect(pathHere(text)).toBe('/'));
});
