import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

it('is headed by what the shop says of it, as all headings are: without a full stop', async () => {
  signInAsShopper();
  fakeShop.use(http.get('*/history/:of/steps', () => problem(404, 'There was no such thing then.')));
  openPage('/dashboard/history/tool:none');
  const heading = await screen.findByRole('heading', { level: 2 });
  expect(heading.textContent).toBe('There was no such thing then');
});
