import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeLive, fakeLive } from '../../../testing/fake-live.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { orderOf, shopOf } from '../../../testing/shop-of-orders.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const tools = () =>
  within(screen.getByRole('table', { name: 'Orders' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent);

describe('a list of what is looked for', () => {
  let live: FakeLive;
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
    live = fakeLive();
  });

  it('takes nothing in by itself, counts what has become so, and keeps in place what is so no more', async () => {
    const shop = shopOf([orderOf('b2', 2, { status: 'paid' }), orderOf('b1', 1, { status: 'paid' })]);
    const user = openPage('/dashboard?status=paid', live);
    await live.let('in');
    await screen.findByText('2 orders');
    // Another one comes, which is not looked for.
    shop.orders = [orderOf('b3', 3), ...shop.orders];
    shop.position = 6;
    const asked = shop.asked.length;
    live.tell('booking.placed', { bookingId: 'b3', position: '6' });
    await waitFor(() => expect(shop.asked.length).toBeGreaterThan(asked), { timeout: 10_000 });
    expect(screen.queryByRole('button', { name: /(new|more) order/ })).toBeNull();
    // It is paid, and another one's money goes back.
    shop.orders = [
      orderOf('b3', 3, { status: 'paid' }),
      orderOf('b2', 2, { status: 'refunded', paid: true, refunded: 20 }),
      orderOf('b1', 1, { status: 'paid' }),
    ];
    shop.position = 8;
    live.tell('booking.paid', { bookingId: 'b3', position: '7' });
    live.tell('booking.refunded', { bookingId: 'b2', position: '8' });
    const button = await screen.findByRole('button', { name: '1 more order' }, { timeout: 10_000 });
    expect(tools()).toEqual(['Tool b2', 'Tool b1']);
    expect(await within(screen.getByRole('table', { name: 'Orders' })).findByText('Refunded')).toBeTruthy();
    await user.click(button);
    await waitFor(() => expect(tools()).toEqual(['Tool b3', 'Tool b1']));
  });

  it('says of what is gone that it is', async () => {
    const shop = shopOf([orderOf('b2', 2), orderOf('b1', 1)]);
    openPage('/dashboard?status=unpaid', live);
    await live.let('in');
    await screen.findByText('2 orders');
    shop.orders = [orderOf('b1', 1)];
    shop.position = 6;
    live.tell('booking.deleted', { bookingId: 'b2', position: '6' });
    await within(screen.getByRole('table', { name: 'Orders' })).findByText('Deleted');
    expect(tools()).toEqual(['Tool b2', 'Tool b1']);
  });
});
