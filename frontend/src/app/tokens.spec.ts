import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { theme } from './theme.ts';
import { tokens } from './tokens.ts';

const shown = mergeMantineTheme(DEFAULT_THEME, theme);

/** What a browser makes of the variables: Mantine's own, ours over them, and each that names another followed to its end. */
function coloursIn(scheme: 'light' | 'dark'): Record<string, string> {
  const [mantine, ours] = [defaultCssVariablesResolver(shown), tokens(shown)];
  const said: Record<string, string> = { ...mantine.variables, ...ours.variables, ...mantine[scheme], ...ours[scheme] };
  const end = (value: string): string => {
    const named = /^var\((.+)\)$/.exec(value)?.[1];
    return named ? end(said[named] ?? '') : value;
  };
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, end(value)]));
}

const grounds = ['--mantine-color-body', '--shop-surface', '--shop-sunken'];
const words = [
  ...['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor', '--mantine-color-error'],
  ...['--shop-accent', '--shop-open', '--shop-paid', '--shop-under-way', '--shop-refunded', '--shop-danger'],
];

/** WCAG 2.2's relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) throw new Error('There is no such colour.');
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const colours = coloursIn(scheme);

  it.each(words)('%s can be read on every ground', (word) => {
    for (const ground of grounds) expect(contrast(colours[word], colours[ground]), ground).toBeGreaterThanOrEqual(4.5);
  });

  it('an edge in the colour of what is gone can be seen on every ground', () => {
    for (const ground of grounds) expect(contrast(colours['--shop-gone'], colours[ground])).toBeGreaterThanOrEqual(3);
  });

  it('no two states of an order look the same', () => {
    const states = ['--shop-open', '--shop-paid', '--shop-under-way', '--shop-refunded', '--shop-gone'];
    expect(new Set(states.map((state) => colours[state])).size).toBe(states.length);
  });
});
