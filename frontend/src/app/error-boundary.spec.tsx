import '../testing/browser.ts';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { ShopFailure } from './shop-failure.tsx';

function Broken(): never {
  throw new Error('broken');
}

it('offers a reload when what surrounds the pages is broken', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <ErrorBoundary fallback={() => <ShopFailure />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading').textContent).toBe('The shop could not be shown');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  vi.restoreAllMocks();
});
