import { describe, expect, it } from 'vitest';
import { freshFirst } from './first-screens.ts';

const known = { facts: [], texts: {}, data: {} };

describe('what another process has written and this one does not show in time', () => {
  it('is not left out of a tool’s page, which begins with the bar', async () => {
    let isShown = false;
    const know = freshFirst(
      async () => known,
      async () => isShown,
    );
    expect(await know('tool', '/tools/1')).toBeUndefined();
    isShown = true;
    expect(await know('tool', '/tools/1')).toBe(known);
  });

  it('keeps no page waiting that says nothing of it', async () => {
    const know = freshFirst(
      async () => known,
      () => Promise.reject(new Error('asked')),
    );
    for (const name of ['home', 'login', 'cart'] as const) expect(await know(name, '/')).toBe(known);
  });
});
