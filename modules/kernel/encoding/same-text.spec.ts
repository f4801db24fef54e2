import { describe, expect, it } from 'vitest';
import { isSameText } from './same-text.ts';

describe('two texts', () => {
  it.each([
    ['mark', 'mark', true],
    ['', '', true],
    ['mark', 'marl', false],
    ['mark', 'mar', false],
    ['é', 'é', true],
    ['é', 'e', false],
    ['ée', 'ab', false],
    ['\ud800', '?', false],
  ])('%j and %j are the same: %j', (one, other, same) => {
    expect(isSameText(one, other)).toBe(same);
  });
});
