import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AskedLately } from './asked-lately.ts';

describe('questions that were asked lately', () => {
  it('are known the second time, and new ones are not', () => {
    const asked = new AskedLately();
    expect(['saw', 'drill', 'saw', 'saw', 'drill', 'sav'].map((question) => asked.again(question))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are known right after they were asked, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (questions) => {
        const asked = new AskedLately();
        for (const question of questions) asked.again(question);
        expect(asked.again(questions.at(-1) ?? '')).toBe(true);
      }),
    );
  });

  it('are forgotten for as many others, so that nothing grows', () => {
    const asked = new AskedLately();
    asked.again('saw');
    for (let other = 0; other < 100_000; other++) asked.again(`another ${other}`);
    expect(asked.again('saw')).toBe(false);
  });
});
