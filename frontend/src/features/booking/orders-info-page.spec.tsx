import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeShop, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

/** A list that is longer than its first page. */
function listOf(total: number): void {
  fakeShop.use(
    http.get('*/booking', ({ request }) => {
      const isLast = new URL(request.url).searchParams.has('after');
      const headers = { 'Total-Count': `${total}`, ...(!isLast && { Link: '</booking?after=c1>; rel="next"' }) };
      return HttpResponse.json([{ ...unpaid, buyerName: isLast ? 'Early Bird' : 'Late Comer' }], { headers });
    }),
  );
}

describe("the orders' table", () => {
  beforeEach(() => void signInAsShopper());

  it('asks for tools once somebody pauses in typing, not at each letter', async () => {
    listOf(1);
    const asked: (string | null)[] = [];
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/products', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('search'));
        return HttpResponse.json([]);
      }),
    );
    openPage('/dashboard');
    const field = await screen.findByLabelText('Tool');
    // In one go: no pause can end in between, however slow the machine is.
    for (const value of ['h', 'ha', 'ham', 'hamm']) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(asked.length).toBeGreaterThan(0), { timeout: 10_000 });
    expect(asked).toEqual(['hamm']);
  });

  it('says to an admin how many orders there are, not how many are on the page', async () => {
    listOf(1_234);
    fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));
    const user = openPage('/dashboard');
    await screen.findByText('1,234 orders');
    await user.click(screen.getByRole('link', { name: 'Older orders' }));
    await screen.findByRole('cell', { name: 'Early Bird' });
    expect(screen.getByRole('cell', { name: '21' })).toBeTruthy();
    expect(screen.getByText('1,234 orders')).toBeTruthy();
  });

  it('stays as it is while the shop cannot be reached, and so does what is said of it', async () => {
    listOf(1_234);
    fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));
    const live = fakeLive();
    openPage('/dashboard', live);
    await screen.findByText('1,234 orders');
    await screen.findByRole('heading', { name: 'Revenue by day' });
    await live.let('in');
    let asked = 0;
    const away = () => {
      asked += 1;
      return HttpResponse.error();
    };
    fakeShop.use(http.get('*/admin/:email', away), http.get('*/booking', away), http.get('*/orders/*', away));
    live.lose('transport close');
    await live.let('in');
    await waitFor(() => expect(asked).toBeGreaterThan(3));
    await screen.findByText(/^Connection lost/);
    expect(screen.getByText('1,234 orders')).toBeTruthy();
    expect(screen.queryByText(/could not be fetched/)).toBeNull();
  });

  it("shows everybody else's own, counted", async () => {
    openPage('/dashboard');
    await screen.findByText('1 order');
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(columns).toEqual(['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone']);
  });

  it('shows the way to the shelves to who has none', async () => {
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([])));
    openPage('/dashboard');
    const way = await screen.findByRole('link', { name: 'Browse the shelves' });
    expect(way.getAttribute('href')).toBe('/#tools');
  });
});
