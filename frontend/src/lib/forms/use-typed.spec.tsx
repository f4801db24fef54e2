import '../../testing/browser.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useTyped } from './use-typed.ts';

/** A box whose words come to the address when `arrive` says so. */
function opened(before = '') {
  const handedOn: string[] = [];
  const { result, rerender } = renderHook(
    ({ settled }: { settled: string }) => useTyped(settled, (text) => handedOn.push(text)),
    { initialProps: { settled: before } },
  );
  return {
    handedOn,
    shown: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    isHandedOn: (...texts: string[]) => waitFor(() => expect(handedOn).toEqual(texts)),
    arrive: (settled: string) => rerender({ settled }),
    goBack: () => act(() => window.dispatchEvent(new PopStateEvent('popstate'))),
  };
}

describe('what is typed to be looked for', () => {
  it('is handed on once after a pause, and not what was typed before it', async () => {
    const box = opened();
    for (const text of ['h', 'ha', 'ham ']) box.type(text);
    await box.isHandedOn('ham');
    box.arrive('ham');
    expect(box.shown()).toBe('ham ');
    box.type('hammer');
    await box.isHandedOn('ham', 'hammer');
  });

  it('is not lost to what was handed on and comes to the address only now', async () => {
    const box = opened();
    box.type('h');
    await box.isHandedOn('h');
    box.type('ha');
    await box.isHandedOn('h', 'ha');
    box.type('ham');
    box.arrive('h');
    expect(box.shown()).toBe('ham');
    box.arrive('ha');
    expect(box.shown()).toBe('ham');
    await box.isHandedOn('h', 'ha', 'ham');
  });

  it('is handed on where it is what the address still shows, and another word is on the way', async () => {
    const box = opened('saw');
    box.type('ham');
    await box.isHandedOn('ham');
    box.type('saw');
    await box.isHandedOn('ham', 'saw');
    box.arrive('ham');
    expect(box.shown()).toBe('saw');
  });

  it('goes with Back that is pressed before it is in the address, and can be typed anew', async () => {
    const box = opened('saw');
    box.type('ham');
    await box.isHandedOn('ham');
    box.type('hamm');
    box.goBack();
    expect(box.shown()).toBe('saw');
    box.type('ham');
    await box.isHandedOn('ham', 'ham');
    box.arrive('ham');
    expect(box.shown()).toBe('ham');
  });

  it('follows what the address says by other means, also the same word as before', async () => {
    const box = opened();
    box.type('ham');
    await box.isHandedOn('ham');
    box.arrive('ham');
    for (const settled of ['', 'ham', 'saw', '']) {
      box.arrive(settled);
      expect(box.shown()).toBe(settled);
    }
    box.type('sa');
    box.arrive('drill');
    expect(box.shown()).toBe('drill');
    expect(box.handedOn).toEqual(['ham']);
  });
});
