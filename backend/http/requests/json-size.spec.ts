import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdsMoreThan, opensMoreThan } from './json-size.ts';

const opened = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, one) => sum + opened(one), 0)
    : 0;

/** Lists, objects, and values that have one before them. */
const held = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one, at) => sum + (at > 0 ? 1 : 0) + held(one), 1)
    : 0;

it('lists and objects of a message are counted as JSON has them, whatever is quoted', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const count = opened(value);
      expect(opensMoreThan(text, count)).toBe(false);
      if (count > 0) expect(opensMoreThan(text, count - 1)).toBe(true);
    }),
  );
});

it.each([
  ['42["watch",["[[[[","{\\"{{{{"]]', false],
  [`42["watch",${'['.repeat(7_000)}`, true],
  ['42["x",[],[],[]]', true],
  ['"[[[[', false],
  ['"\\', false],
  ['', false],
])('of %j more than three are opened: %j', (text, isSo) => expect(opensMoreThan(text, 3)).toBe(isSo));

it('lists, objects and values of a body are counted as JSON has them, whatever is quoted', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1);
      const count = held(value);
      expect(holdsMoreThan(text, count)).toBe(false);
      if (count > 0) expect(holdsMoreThan(text, count - 1)).toBe(true);
    }),
  );
});
