import '../../../testing/browser.ts';
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useToolsWanted } from './use-tools-wanted.ts';

it('what is wanted of the shelf is all there when two things are wanted before the page has come to the first', () => {
  const { result } = renderHook(useToolsWanted, { wrapper: MemoryRouter });
  const { want } = result.current;
  act(() => {
    want({ sort: 'PerPrice' });
    want({ search: 'set' });
  });
  expect(result.current.wanted).toEqual({ search: 'set', sort: 'PerPrice', after: '', filters: '' });
});
