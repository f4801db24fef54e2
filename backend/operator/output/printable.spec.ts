import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine } from './printable.ts';

/** A name that would wipe the screen, set the window's title, and turn the rest of the line around. */
const name = 'Mina\x1b[2J\x9b2J\x1b]0;owned\x07\u202egnp.exe\r\n57  somebody promoted nobody';

describe('what is printed', () => {
  it('is no command to the terminal, and no line of its own, whatever people are called', () => {
    expect(printableLine(name)).toMatch(/^[^\p{Cc}\u202a-\u202e]+$/u);
    expect(printable('one\ntwo\x1b[2J')).toBe('one\ntwo\ufffd[2J');
    expect(printableLine('Säge für 10 €, “wie neu” 🪚')).toBe('Säge für 10 €, “wie neu” 🪚');
  });

  it('is the same JSON, with what terminals obey escaped', () => {
    const json = printableJson(JSON.stringify({ name }));
    expect(json).toMatch(/^[^\p{Cc}\u202a-\u202e]+$/u);
    expect(JSON.parse(json)).toEqual({ name });
  });
});
