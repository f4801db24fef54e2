import './browser.ts';
import type { QueryClient } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { AppRoutes } from '../app/app-routes.tsx';
import { hearNotices } from '../app/live.ts';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../app/query-client.ts';
import type { FakeLive } from './fake-live.ts';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

let opened: QueryClient | undefined;

/** The page has the answers of all that it asked for by queries, and has done what it does with them. */
export async function answered(): Promise<void> {
  await waitFor(() => expect(opened?.isFetching()).toBe(0));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

/** The whole site at an address, and somebody to use it. What fails fails at once: no retries. It hears what `live` tells. */
export function openPage(address: string, live?: FakeLive) {
  const queryClient = createQueryClient();
  opened = queryClient;
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  render(
    <Providers queryClient={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </Providers>,
  );
  if (live) {
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    hearNotices(queryClient, ending.signal, live.open);
  }
  return userEvent.setup();
}
