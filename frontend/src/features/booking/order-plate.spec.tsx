import '../../testing/browser.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createQueryClient } from '../../app/query-client.ts';
import { fakeShop, orderCounts } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';
import { fewerOrMore, lessOrMore } from './compared.ts';
import { orderCountsNotices } from './order-counts.ts';
import { OrderPlate } from './order-plate.tsx';

const asAdmin = () => fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));

beforeEach(() => void signInAsShopper());

/** The plate by itself, and what a notice of the counts does to it. */
async function openPlate() {
  const client = createQueryClient();
  render(
    <Providers queryClient={client}>
      <OrderPlate place="side" />
    </Providers>,
  );
  const plate = within(await screen.findByRole('region', { name: 'Orders of the shop' }));
  const hear = (but: Partial<typeof orderCounts>) =>
    orderCountsNotices['orders.counted']?.({ ...orderCounts, ...but } as never, client);
  return { plate, hear };
}

describe('how the orders stand', () => {
  it('is shown to admins, with today against yesterday in words', async () => {
    asAdmin();
    const { plate } = await openPlate();
    await plate.findByText('1,234');
    await plate.findByText('$45,678.90');
    expect(plate.getByText('12 orders').textContent).toBe('12 orders3 more than yesterday');
    expect(plate.getByText('$80.00').textContent).toBe('$80.00$20.50 less than yesterday');
  });

  it('moves with each notice, and never back', async () => {
    asAdmin();
    const { plate, hear } = await openPlate();
    await plate.findByText('1,234');
    hear({ total: 1_236, position: '502' });
    await plate.findByText('1,236');
    hear({ total: 1_235, position: '501' });
    // A new day, and nothing else has happened.
    hear({ total: 1_236, position: '502', today: { orders: 0, revenue: 0 }, yesterday: { orders: 14, revenue: 80 } });
    await plate.findByText('0 orders');
    expect(plate.queryByText('1,236')).toBeTruthy();
  });

  it('keeps its room while it is not known, and offers to ask again', async () => {
    asAdmin();
    let isAway = true;
    const answer = () => (isAway ? new HttpResponse(null, { status: 404 }) : HttpResponse.json(orderCounts));
    fakeShop.use(http.get('*/orders/counts', answer));
    const { plate } = await openPlate();
    await plate.findByText('The counts could not be fetched.');
    expect(plate.getAllByText('–')).toHaveLength(7);
    isAway = false;
    plate.getByRole('button', { name: 'Try again' }).click();
    await plate.findByText('1,234');
  });

  it('is on every page of the dashboard that an admin sees', async () => {
    asAdmin();
    openPage('/dashboard/manageproducts');
    await screen.findByRole('heading', { level: 1, name: 'Add A Product' });
    await screen.findByRole('region', { name: 'Orders of the shop' });
  });

  it('is shown to nobody else, nor asked for', async () => {
    let asked = 0;
    fakeShop.use(
      http.get('*/orders/*', () => {
        asked += 1;
        return new HttpResponse(null, { status: 403 });
      }),
    );
    openPage('/dashboard');
    await screen.findByText('1 order');
    expect(screen.queryByRole('region', { name: 'Orders of the shop' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'How it goes' })).toBeNull();
    expect(asked).toBe(0);
  });
});

describe('the charts', () => {
  it('have a table behind them that says the same', async () => {
    asAdmin();
    fakeShop.use(
      http.get('*/orders/days', () =>
        HttpResponse.json([
          { day: '2030-01-01', orders: 0, revenue: -5 },
          { day: '2030-01-02', orders: 2, revenue: 20.5 },
        ]),
      ),
      http.get('*/orders/tools', () =>
        HttpResponse.json([{ toolId: 't1', toolName: 'Claw Hammer', orders: 2, revenue: 15.5 }]),
      ),
    );
    const user = openPage('/dashboard');
    await waitFor(() =>
      expect(screen.getAllByText(/in all/)[0]?.textContent).toBe('$15.50 in all, most on Jan 2: $20.50'),
    );
    const cellsOf = (name: string) =>
      within(screen.getByRole('table', { name, hidden: true }))
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent);
    expect(cellsOf('Revenue by day')).toEqual(['Jan 2', '2', '$20.50', 'Jan 1', '0', '-$5.00']);
    expect(cellsOf('Revenue by tool')).toEqual(['Claw Hammer', '2', '$15.50']);
    await user.click(screen.getByRole('radio', { name: 'Orders' }));
    await waitFor(() =>
      expect(screen.getAllByText(/in all/).at(-1)?.textContent).toBe('2 in all, most of Claw Hammer: 2'),
    );
  });

  it('say of the tools that brought most no sum, which would be one of all', async () => {
    asAdmin();
    const ten = Array.from({ length: 10 }, (_, place) => ({
      toolId: `t${place}`,
      toolName: `Tool ${place}`,
      orders: 1,
      revenue: 20 - place,
    }));
    fakeShop.use(http.get('*/orders/tools', () => HttpResponse.json(ten)));
    openPage('/dashboard');
    const words = 'The 10 tools with the most revenue, most of Tool 0: $20.00';
    await waitFor(() => expect(screen.getByText(/^The 10 tools/).textContent).toBe(words));
  });

  it('leave out the tools that brought nothing, and say so where none brought anything', async () => {
    asAdmin();
    const sold = { toolId: 't1', toolName: 'Claw Hammer', orders: 2, revenue: 15.5 };
    const unpaid = { toolId: 't2', toolName: 'Unpaid Vise', orders: 3, revenue: 0 };
    fakeShop.use(
      http.get('*/orders/days', () => HttpResponse.json([{ day: '2030-01-02', orders: 5, revenue: 15.5 }])),
      http.get('*/orders/tools', () => HttpResponse.json([sold, unpaid])),
    );
    const user = openPage('/dashboard');
    const drawn = async (title: string) => {
      const table = await screen.findByRole('table', { name: title, hidden: true });
      return within(table)
        .getAllByRole('row', { hidden: true })
        .slice(1)
        .map((row) => within(row).getAllByRole('cell', { hidden: true })[0]?.textContent);
    };
    expect(await drawn('Revenue by tool')).toEqual(['Claw Hammer']);
    await user.click(screen.getByRole('radio', { name: 'Orders' }));
    expect(await drawn('Orders by tool')).toEqual(['Claw Hammer', 'Unpaid Vise']);
    cleanup();
    fakeShop.use(http.get('*/orders/tools', () => HttpResponse.json([unpaid])));
    openPage('/dashboard');
    await screen.findByText('No tool has brought anything yet.');
    expect(screen.queryByRole('img', { name: /^Revenue by tool/ })).toBeNull();
    screen.getByRole('img', { name: /^Revenue by day/ });
  });

  it('say that there is nothing to draw, and that they could not be fetched', async () => {
    asAdmin();
    fakeShop.use(http.get('*/orders/days', () => new HttpResponse(null, { status: 404 })));
    openPage('/dashboard');
    await screen.findByRole('heading', { name: 'The days could not be fetched' });
    fakeShop.use(http.get('*/orders/days', () => HttpResponse.json([{ day: '2030-01-02', orders: 0, revenue: 0 }])));
    (await screen.findByRole('button', { name: 'Try again' })).click();
    await waitFor(() => screen.getByRole('heading', { name: 'Nothing to draw yet' }));
  });
});

describe('today against yesterday', () => {
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;
  it.each([
    [3, 2, '1 more than yesterday', 'up'],
    [0, 1_200, '1,200 fewer than yesterday', 'down'],
    [5, 5, 'as many as yesterday', 'same'],
  ] as const)('%i orders beside %i are %s', (today, yesterday, words, way) => {
    expect(fewerOrMore(today, yesterday)).toEqual({ words, way });
  });
  it.each([
    [0.3, 0.1, '$0.20 more than yesterday', 'up'],
    [-5, 10, '$15.00 less than yesterday', 'down'],
    [7, 7, 'the same as yesterday', 'same'],
  ] as const)('%f beside %f is %s', (today, yesterday, words, way) => {
    expect(lessOrMore(today, yesterday, dollars)).toEqual({ words, way });
  });
});
