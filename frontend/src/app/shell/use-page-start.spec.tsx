import { renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import '../../testing/browser.ts';
import { usePageStart } from './use-page-start.ts';

/** A page of the shop that was opened at this address, as a new tab does. */
function openedAt(address: string, scrolledTo = 0) {
  window.history.replaceState(null, '', address);
  vi.stubGlobal('scrollY', scrolledTo);
  document.body.innerHTML = '<section id="tools" tabindex="-1"></section>';
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderHook(() => usePageStart({ current: null }), { wrapper: BrowserRouter });
  return scrolled;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

it('begins at the part that a new tab was opened for, which the address forgets then', () => {
  const scrolled = openedAt('/?after=c1#tools');
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('tools');
  expect(window.location.href).toMatch(/\/\?after=c1$/);
});

it('leaves who has been brought further down already where they are', () => {
  expect(openedAt('/?after=c1#tools', 900)).not.toHaveBeenCalled();
});

it('begins at the top where there is no such part', () => {
  expect(openedAt('/?after=c1#elsewhere')).not.toHaveBeenCalled();
  expect(window.location.hash).toBe('#elsewhere');
});
