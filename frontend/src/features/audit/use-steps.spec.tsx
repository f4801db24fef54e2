import '../../testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { fakeShop } from '../../testing/fake-shop.ts';
import { shopper } from '../../testing/signed-in.ts';
import { useSteps } from './use-steps.ts';

const steps = ['20', '30', '40'].map((position) => ({ position }));
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);

it('a step that was taken is not taken again by whoever comes back to where it was taken from', async () => {
  fakeShop.use(
    http.get('*/history/:of/steps', () =>
      HttpResponse.json(
        { steps, earlier: null, later: null, first: '20', before: null, asOf: { position: '40', state: null } },
        { headers: { 'Event-Position': '40' } },
      ),
    ),
  );
  const use = () => ({ ...useSteps(shopper.email, 'tool:t1'), navigate: useNavigate(), address: useLocation().search });
  const { result } = renderHook(use, { wrapper });
  await waitFor(() => expect(result.current.window).toBeDefined());
  for (const to of ['20', '30', '20']) act(() => result.current.go(to));
  act(() => result.current.pick(2));
  expect(result.current.at).toBe('40');
  await waitFor(() => expect(result.current.address).toBe('?at=40'));
  expect(result.current.at).toBe('40');
  act(() => void result.current.navigate(-2));
  expect(result.current.at).toBe('20');
});
