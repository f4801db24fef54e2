import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { openOrder, paid } from '../../../testing/open-order.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

beforeEach(signInAsShopper);

describe('the parcel of an order', () => {
  const dhl = { carrier: 'DHL', trackingNumber: 'AAA' };

  it('keeps what is being typed of its parcel when another admin ships it, and says with what', async () => {
    const live = fakeLive();
    const { user, sent, elsewhere } = openOrder(paid, { live });
    await live.let('in');
    const carrier = await screen.findByLabelText<HTMLInputElement>('Carrier');
    await user.type(carrier, 'UPS');
    await user.type(screen.getByLabelText('Tracking number'), 'BBB');
    elsewhere('booking.shipped', { fulfilment: 'shipped', ...dhl });
    const said = await screen.findByText(/^It was shipped meanwhile, with/, {}, { timeout: 10_000 });
    expect(said.textContent).toContain('DHL, AAA');
    expect(carrier.isConnected).toBe(true);
    expect(carrier.value).toBe('UPS');
    expect(screen.getByLabelText<HTMLInputElement>('Tracking number').value).toBe('BBB');
    await user.click(screen.getByRole('button', { name: 'Correct' }));
    await waitFor(() => expect(sent).toEqual([['ship', { carrier: 'UPS', trackingNumber: 'BBB', seen: dhl }]]));
    expect(screen.queryByText(/^It was shipped meanwhile/)).toBeNull();
  });

  it('keeps what was typed of its parcel when another admin was faster, and says so once', async () => {
    const { user, sent, elsewhere } = openOrder(paid);
    const carrier = await screen.findByLabelText<HTMLInputElement>('Carrier');
    await user.type(carrier, 'UPS');
    await user.type(screen.getByLabelText('Tracking number'), 'BBB');
    elsewhere('booking.shipped', { fulfilment: 'shipped', ...dhl });
    await user.click(screen.getByRole('button', { name: 'Mark as shipped' }));
    const said = await screen.findByText(/^It was shipped meanwhile, with/, {}, { timeout: 10_000 });
    expect(said.textContent).toContain('DHL, AAA');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Correct' }).dataset.loading).toBeUndefined());
    expect(screen.queryByText('It was shipped otherwise.')).toBeNull();
    expect(carrier.value).toBe('UPS');
    await user.click(screen.getByRole('button', { name: 'Correct' }));
    await waitFor(() => expect(sent.at(-1)).toEqual(['ship', { carrier: 'UPS', trackingNumber: 'BBB', seen: dhl }]));
    await waitFor(() => expect(screen.queryByText(/^It was shipped meanwhile/)).toBeNull());
  });

  it('leaves it as another admin has shipped it, for who does not insist', async () => {
    const live = fakeLive();
    const { user, elsewhere } = openOrder(paid, { live });
    await live.let('in');
    const carrier = await screen.findByLabelText<HTMLInputElement>('Carrier');
    await user.type(carrier, 'UPS');
    elsewhere('booking.shipped', { fulfilment: 'shipped', ...dhl });
    await user.click(await screen.findByRole('button', { name: 'Leave it as shipped' }, { timeout: 10_000 }));
    expect(carrier.value).toBe('DHL');
    expect(screen.getByLabelText<HTMLInputElement>('Tracking number').value).toBe('AAA');
  });

  it('takes up what another admin has shipped it with where nothing was typed', async () => {
    const live = fakeLive();
    const { elsewhere } = openOrder(paid, { live });
    await live.let('in');
    const carrier = await screen.findByLabelText<HTMLInputElement>('Carrier');
    elsewhere('booking.shipped', { fulfilment: 'shipped', ...dhl });
    await waitFor(() => expect(carrier.value).toBe('DHL'), { timeout: 10_000 });
    expect(screen.queryByText(/^It was shipped meanwhile/)).toBeNull();
  });

  it('is for admins', async () => {
    openOrder(paid, { admin: false });
    await screen.findByText('Only admins are shown this order');
  });
});
