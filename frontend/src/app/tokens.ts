import type { CSSVariablesResolver } from '@mantine/core';

/** What Mantine draws in the shop's own colours, in both schemes. The rest it takes from the theme's sand, steel and ink. */
const drawnByMantine = {
  '--mantine-color-anchor': 'var(--shop-accent)',
  '--mantine-color-error': 'var(--shop-danger)',
  '--mantine-color-success': 'var(--shop-paid)',
  '--mantine-color-default': 'var(--shop-surface)',
  '--mantine-color-default-border': 'var(--shop-outline)',
};

/**
 * Every colour of the shop's own that depends on the scheme, in one place. Text on its background is at least 4.5:1 and the
 * outline of a control at least 3:1 in both schemes (WCAG 2.2, 1.4.3 and 1.4.11). What becomes of an order has a colour each, fit
 * for text and for an edge alike: to be paid, paid, packed or shipped, refunded, gone. Never colour alone: a word says it, too.
 */
export const tokens: CSSVariablesResolver = () => ({
  variables: {
    '--shop-bar': '#0b2027',
    '--shop-bar-text': '#f4e9d8',
    '--shop-tape': '#ffc145',
    '--shop-orange': '#f26b1d',
    '--shop-on-orange': '#0b2027',
    '--shop-page': '76rem',
    '--shop-gone': 'var(--mantine-color-placeholder)',
  },
  light: {
    ...drawnByMantine,
    '--shop-surface': '#fffdf9',
    '--shop-sunken': '#f4e9d8',
    '--shop-line': '#e2d5bf',
    '--shop-outline': '#7a8a90',
    '--shop-accent': '#a63f06',
    '--shop-open': '#ad4607',
    '--shop-paid': '#1c6b3a',
    '--shop-under-way': '#1d5a86',
    '--shop-refunded': '#6b3f94',
    '--shop-danger': '#b3261e',
    '--mantine-color-body': '#fbf6ee',
    '--mantine-color-default-hover': '#f4e9d8',
  },
  dark: {
    ...drawnByMantine,
    '--shop-surface': '#12343b',
    '--shop-sunken': '#0f2a31',
    '--shop-line': '#24505a',
    '--shop-outline': '#6d8a93',
    '--shop-accent': '#ff9d5c',
    '--shop-open': '#ff9d5c',
    '--shop-paid': '#86dba2',
    '--shop-under-way': '#8fcdf5',
    '--shop-refunded': '#d5b6f5',
    '--shop-danger': '#ff9c8f',
  },
});
