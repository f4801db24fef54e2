import './browser.ts';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { AppRoutes } from '../app/app-routes.tsx';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../app/query-client.ts';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** The whole site at an address, and somebody to use it. What fails fails at once: no retries. */
export function openPage(address: string) {
  const queryClient = createQueryClient();
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
  return userEvent.setup();
}
