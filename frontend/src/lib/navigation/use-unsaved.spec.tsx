import '../../testing/browser.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useContext } from 'react';
import {
  BrowserRouter,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { useUnsaved } from './use-unsaved.ts';

const shown = () => window.location.pathname;

/** What else is on the page hears of the same navigator. */
function useSameNavigator() {
  const navigation = useContext(NavigationContext);
  return ({ children }: { children: ReactNode }) => (
    <NavigationContext value={navigation}>{children}</NavigationContext>
  );
}

/** A page that was come to by a link, with something typed on it or not. */
async function filledIn(isUnsaved: boolean) {
  window.history.replaceState(null, '', '/before');
  const { result, rerender } = renderHook(
    (props: { isUnsaved: boolean }) => ({
      ...useUnsaved(props.isUnsaved),
      navigate: useNavigate(),
      at: useLocation().pathname,
      wrapper: useSameNavigator(),
    }),
    { wrapper: BrowserRouter, initialProps: { isUnsaved: false } },
  );
  await act(async () => result.current.navigate('/form'));
  rerender({ isUnsaved });
  return {
    page: () => result.current,
    follow: (address: string) => act(async () => result.current.navigate(address)),
    back: () => act(async () => window.history.back()),
    save: () => rerender({ isUnsaved: false }),
    stay: () => act(() => result.current.asking.stay()),
    goOn: () => act(async () => result.current.asking.goOn()),
  };
}

const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('what was typed and not saved', () => {
  it('is not left by a link before somebody says so', async () => {
    const { page, follow, stay, goOn } = await filledIn(true);
    await follow('/after');
    expect(page().asking.isOpen).toBe(true);
    expect([shown(), page().at]).toEqual(['/form', '/form']);
    stay();
    expect(page().asking.isOpen).toBe(false);
    await follow('/after');
    await goOn();
    await waitFor(() => expect([shown(), page().at]).toEqual(['/after', '/after']));
  });

  it('is not left by Back before somebody says so', async () => {
    const { page, back, stay, goOn } = await filledIn(true);
    for (const answer of [stay, goOn]) {
      await back();
      await waitFor(() => expect(page().asking.isOpen).toBe(true));
      await waitFor(() => expect(shown()).toBe('/form'));
      expect(page().at).toBe('/form');
      await answer();
    }
    await waitFor(() => expect([shown(), page().at]).toEqual(['/before', '/before']));
    expect(page().asking.isOpen).toBe(false);
  });

  it('is asked about by the browser when the page is closed or loaded again', async () => {
    const { save } = await filledIn(true);
    expect(isWarned()).toBe(true);
    save();
    expect(isWarned()).toBe(false);
  });

  it('is asked about once where two forms of a page have it, by the one that was typed in last', async () => {
    const { page, follow, back, goOn, stay } = await filledIn(true);
    const other = renderHook((props: { isUnsaved: boolean }) => useUnsaved(props.isUnsaved), {
      // The one navigator that both are on: a page has one.
      wrapper: page().wrapper,
      initialProps: { isUnsaved: true },
    });
    const areAsked = () => [page().asking.isOpen, other.result.current.asking.isOpen];
    await follow('/after');
    expect([shown(), ...areAsked()]).toEqual(['/form', false, true]);
    act(() => other.result.current.asking.stay());
    await back();
    await waitFor(() => expect(areAsked()).toEqual([false, true]));
    await waitFor(() => expect(shown()).toBe('/form'));
    act(() => other.result.current.asking.stay());
    // Saved, it leaves the question to the other.
    other.rerender({ isUnsaved: false });
    await follow('/after');
    expect([shown(), ...areAsked()]).toEqual(['/form', true, false]);
    stay();
    other.rerender({ isUnsaved: true });
    await follow('/after');
    await act(async () => other.result.current.asking.goOn());
    await waitFor(() => expect([shown(), ...areAsked()]).toEqual(['/after', false, false]));
    await goOn();
  });

  it.each(['nothing was typed', 'it was saved'])('is nothing to ask about when %s', async (why) => {
    const { page, follow, back, save } = await filledIn(why === 'it was saved');
    save();
    await follow('/after');
    expect(page().at).toBe('/after');
    await back();
    await waitFor(() => expect(page().at).toBe('/form'));
    let isDone = false;
    act(() =>
      page().leave(() => {
        isDone = true;
      }),
    );
    expect([isDone, page().asking.isOpen]).toEqual([true, false]);
  });
});
