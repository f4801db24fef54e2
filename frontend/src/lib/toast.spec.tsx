import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Toaster } from '../app/toaster.tsx';
import '../testing/browser.ts';
import { toast, toastOver } from './toast.ts';

const openToaster = () =>
  render(
    <MantineProvider>
      <Toaster />
    </MantineProvider>,
  );

it('a message takes the place of the one before about the same, and of no other', async () => {
  openToaster();
  await toast('Ada has 1 order', 'success', 'ada');
  await toast('Adam has 1 order', 'success', 'ada m');
  await toast('Bob has 1 order', 'success', 'bob');
  await toast('Saved');
  await toast('Sent');
  await toast('Ada has 2 orders', 'success', 'ada');
  await screen.findByText('Ada has 2 orders');
  await waitFor(() => expect(screen.queryByText('Ada has 1 order')).toBeNull());
  for (const other of ['Adam has 1 order', 'Bob has 1 order', 'Saved', 'Sent']) screen.getByText(other);
});

it('a message that is out of date goes before its time, and no other with it', async () => {
  openToaster();
  await toast('Your order is placed', 'success', 'placed orders');
  await toast('Saved');
  await screen.findByText('Your order is placed');
  await toastOver('placed orders');
  await waitFor(() => expect(screen.queryByText('Your order is placed')).toBeNull());
  screen.getByText('Saved');
});

it('a message that is dismissed leaves the keyboard where it was, or at the page where that is gone', async () => {
  render(
    <MantineProvider>
      <main id="content" tabIndex={-1} />
      <Toaster />
    </MantineProvider>,
  );
  const save = document.createElement('button');
  document.body.append(save);
  save.focus();
  for (const place of [save, screen.getByRole('main')]) {
    await toast(`Saved beside ${place.tagName}`);
    const message = (await screen.findByText(`Saved beside ${place.tagName}`)).closest('[data-toast]') as HTMLElement;
    const dismiss = within(message).getByRole('button', { name: 'Dismiss' });
    dismiss.focus();
    if (place !== save) save.remove();
    dismiss.click();
    expect(document.activeElement).toBe(place);
  }
});

it('a message that goes leaves the keyboard in another one', async () => {
  render(
    <MantineProvider>
      <main id="content" tabIndex={-1} />
      <Toaster />
    </MantineProvider>,
  );
  await toast('Hammer is in the cart', 'success', 'cart');
  await toast('Saved');
  const saved = (await screen.findByText('Saved')).closest('[data-toast]') as HTMLElement;
  const dismiss = within(saved).getByRole('button', { name: 'Dismiss' });
  dismiss.focus();
  await toastOver('cart');
  await waitFor(() => expect(screen.queryByText('Hammer is in the cart')).toBeNull());
  expect(document.activeElement).toBe(dismiss);
});

it('a message takes the place of one that still waits, since five are shown at once', async () => {
  openToaster();
  for (const n of [1, 2, 3, 4, 5]) await toast(`Tool ${n} is in the cart`);
  await toast('Ada has 1 order', 'success', 'ada');
  await toast('Ada has 2 orders', 'success', 'ada');
  (await screen.findAllByRole('button', { name: 'Dismiss' }))[0]?.click();
  await screen.findByText('Ada has 2 orders');
  expect(screen.queryByText('Ada has 1 order')).toBeNull();
});
