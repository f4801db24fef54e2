import { describe, expect, it } from 'vitest';
import { NotFound, Unavailable } from '../../../modules/kernel/errors.ts';
import { freshFirst } from './first-screens.ts';

const known = { facts: [], texts: {}, data: {} };
const unheard = () => {};

describe('what another process has written and this one does not show in time', () => {
  it('is not left out of a tool’s page, which begins with the bar', async () => {
    let isShown = false;
    const know = freshFirst(
      async () => known,
      async () => isShown,
      unheard,
    );
    expect(await know('tool', '/tools/1')).toBeUndefined();
    isShown = true;
    expect(await know('tool', '/tools/1')).toBe(known);
  });

  it('keeps no page waiting that says nothing of it', async () => {
    const know = freshFirst(
      async () => known,
      () => Promise.reject(new Error('asked')),
      unheard,
    );
    for (const name of ['home', 'login', 'cart'] as const) expect(await know(name, '/')).toBe(known);
  });
});

describe('a fault in what a first screen is made of', () => {
  it('is heard of, and the page begins with the bar; what is away or refused is of every day', async () => {
    const heard: unknown[] = [];
    const fault = new TypeError('no name');
    const reasons = [fault, new Unavailable('away'), new NotFound('gone')];
    for (const reason of reasons) {
      const know = freshFirst(
        () => Promise.reject(reason),
        () => undefined,
        (one) => heard.push(one),
      );
      expect(await know('tool', '/tools/1')).toBeUndefined();
    }
    expect(heard).toEqual([fault]);
  });
});
