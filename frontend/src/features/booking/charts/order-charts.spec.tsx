import '../../../testing/browser.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../app/query-client.ts';
import { fakeShop } from '../../../testing/fake-shop.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';
import { OrderCharts } from './order-charts.tsx';

it('a chart of other days is not passed off as that of the days that were chosen', async () => {
  signInAsShopper();
  fakeShop.use(
    http.get('*/orders/tools', () => HttpResponse.json([])),
    http.get('*/orders/days', () => HttpResponse.json([{ day: '2026-01-02', orders: 1, revenue: 5 }])),
  );
  render(
    <Providers queryClient={createQueryClient()}>
      <OrderCharts email="admin@example.com" />
    </Providers>,
  );
  const chart = await screen.findByRole('figure');
  expect(chart.closest('[aria-busy=true]')).toBeNull();
  fakeShop.use(http.get('*/orders/days', () => delay('infinite')));
  await userEvent.selectOptions(screen.getByLabelText('Days (UTC)'), 'The last 7 days');
  await waitFor(() => expect(chart.closest('[aria-busy=true]')).not.toBeNull());
});
