import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeShop } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { pageCode } from './page-code.ts';

it('a page that could not be fetched opens by itself once the connection is back, and takes the keyboard along', async () => {
  const { timing } = pageCode;
  onTestFinished(() => {
    pageCode.timing = timing;
  });
  let isLost = true;
  pageCode.timing = {
    load: async () => (isLost ? Promise.reject(new Error('Lost')) : timing.load()),
    known: undefined,
  };
  fakeShop.use(http.get('*/health/live', () => HttpResponse.error()));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const user = openPage('/');
  await user.click(screen.getAllByRole('link', { name: 'Our Timings' })[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'There is no connection' });
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^There is no connection/));
  isLost = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { level: 1, name: 'Our Timings' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
  vi.restoreAllMocks();
});
