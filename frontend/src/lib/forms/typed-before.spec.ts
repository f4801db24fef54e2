import '../../testing/browser.ts';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeToken, shopper, signInAsShopper, somebodyElse } from '../../testing/signed-in.ts';

/** What a page has after it was loaded: the modules anew, with what the tab keeps. */
async function loaded() {
  vi.resetModules();
  const [{ useKeptTyped, useTypedBefore, isTypedKept }, { forgetAccess, storeAccess }] = await Promise.all([
    import('./typed-before.ts'),
    import('../session/access-token.ts'),
  ]);
  return {
    isTypedKept,
    signIn: (token: string, user = shopper) => storeAccess(token, user),
    signOut: () => forgetAccess(),
    before: (form: string) => renderHook(() => useTypedBefore<string>(form)).result.current,
    keep: (form: string, typed: () => string | undefined) => useKeptTyped(form, typed, { onLeaving: true }),
    show: (form: string) => void renderHook(() => useKeptTyped(form, () => undefined)),
    /** Types into a form, and has the page loaded anew, or goes elsewhere. */
    reloaded(form: string, text: string, onLeaving: boolean) {
      const { unmount } = renderHook(() => useKeptTyped(form, () => text, { onLeaving }));
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      return unmount;
    },
    /** Types into a form, and has the session end. */
    typed(form: string, text: string) {
      const { unmount } = renderHook(() => useKeptTyped(form, () => text));
      forgetAccess('The session is over.');
      unmount();
    },
  };
}

describe('what was typed when a session ended', () => {
  let token = '';
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    token = signInAsShopper();
  });

  it('is still there where the login has led over another site', async () => {
    (await loaded()).typed('note', 'Half');
    const page = await loaded();
    expect(page.isTypedKept()).toBe(true);
    page.signIn(token);
    expect(page.before('note')).toBe('Half');
  });

  it('waits no longer once its form is there again', async () => {
    const page = await loaded();
    page.typed('note', 'Half');
    page.signIn(token);
    page.show('note');
    expect(page.before('note')).toBeUndefined();
  });

  it('is gone once its person signs out, or somebody else has signed in', async () => {
    const page = await loaded();
    page.typed('note', 'Half');
    page.signIn(token);
    page.signOut();
    expect(sessionStorage).toHaveLength(0);

    page.signIn(token);
    page.typed('note', 'Half');
    page.signIn(fakeToken({ email: somebodyElse.email }), somebodyElse);
    expect(sessionStorage.getItem('typedBefore')).toBeNull();
  });

  it('waits also for who loads the page anew, of forms that keep it for who goes to another page', async () => {
    const page = await loaded();
    page.reloaded('delivery', '1 Test Street', true);
    page.reloaded('note', 'Half', false);
    const anew = await loaded();
    expect([anew.before('delivery'), anew.before('note')]).toEqual(['1 Test Street', undefined]);
  });

  it('is not what was typed when the page went, where it came back and more was', async () => {
    const page = await loaded();
    let text: string | undefined = '1 Test Street';
    const { unmount } = renderHook(() => page.keep('delivery', () => text));
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    text = undefined; // It was sent.
    unmount();
    expect(page.before('delivery')).toBeUndefined();
  });

  it('is of the latest ten forms, and no longer than a tab bears', async () => {
    const page = await loaded();
    for (let form = 0; form < 12; form += 1) {
      page.typed(`form ${form}`, 'x');
      page.signIn(token);
    }
    expect([page.before('form 1'), page.before('form 2'), page.before('form 11')]).toEqual([undefined, 'x', 'x']);
    page.typed('long', 'y'.repeat(49_000));
    expect(sessionStorage.getItem('typedBefore')?.length).toBeLessThanOrEqual(50_000);
    page.signIn(token);
    page.typed('too long', 'z'.repeat(50_000));
    page.signIn(token);
    expect([page.before('long')?.length, page.before('too long')]).toEqual([49_000, undefined]);
  });

  it('lives with the page where nothing can be stored', async () => {
    const page = await loaded();
    const { setItem } = Storage.prototype;
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...item) {
      if (this === sessionStorage) throw new DOMException('full', 'QuotaExceededError');
      setItem.apply(this, item);
    });
    page.typed('note', 'Half');
    full.mockRestore();
    page.signIn(token);
    expect(page.before('note')).toBe('Half');
  });
});
