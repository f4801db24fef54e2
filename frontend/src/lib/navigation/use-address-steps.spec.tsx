import '../../testing/browser.ts';
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type How, useAddressSteps } from './use-address-steps.ts';

function opened() {
  const { result } = renderHook(() => ({ ...useAddressSteps(), navigate: useNavigate() }), { wrapper: MemoryRouter });
  const go = (query: string, how?: How) => act(() => result.current.go(new URLSearchParams(query), how));
  const back = () => act(() => void result.current.navigate(-1));
  return { go, back, shown: () => `${result.current.params}` };
}

describe('what is looked for', () => {
  it('is a step for each choice, and one for a word, however many letters it has', () => {
    const { go, back, shown } = opened();
    go('state=paid');
    for (const word of ['h', 'ha', 'ham']) go(`state=paid&q=${word}`, 'typed');
    go('state=paid&q=ham&sort=price');
    const seen = [];
    for (let times = 0; times < 3; times++) {
      back();
      seen.push(shown());
    }
    expect(seen).toEqual(['state=paid&q=ham', 'state=paid', '']);
  });

  it('begins another step with what is typed after Back', () => {
    const { go, back, shown } = opened();
    go('q=ham', 'typed');
    go('q=ham&sort=price');
    back();
    go('q=hamm', 'typed');
    back();
    expect(shown()).toBe('q=ham');
  });

  it('takes no step for the same again, nor for what the page puts right itself', () => {
    const { go, back, shown } = opened();
    go('after=nowhere');
    go('after=nowhere');
    go('sort=price', 'righted');
    back();
    expect(shown()).toBe('');
  });
});
