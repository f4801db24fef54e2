import { describe, expect, it, vi } from 'vitest';
import { readAgain } from './read-again.ts';

const parsed = () => {
  const read = vi.fn((text: string) => JSON.parse(text) as { n: number });
  return { read, again: readAgain(read) };
};

describe('a document that is read again', () => {
  it('is the same object as long as its text is the same, and is parsed once', () => {
    const { read, again } = parsed();
    const first = again('a', '{"n":1}');
    expect(first).toEqual({ n: 1 });
    expect(again('a', ['{"n"', ':1}'].join(''))).toBe(first);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is another one when its text is', () => {
    const { again } = parsed();
    again('a', '{"n":1}');
    expect(again('a', '{"n":2}')).toEqual({ n: 2 });
    expect(again('b', '{"n":3}')).toEqual({ n: 3 });
    expect(again('a', '{"n":2}')).toEqual({ n: 2 });
  });

  it('cannot be changed by who reads it', () => {
    const { again } = parsed();
    expect(() => Object.assign(again('a', '{"n":1}'), { n: 2 })).toThrow(TypeError);
  });
});
