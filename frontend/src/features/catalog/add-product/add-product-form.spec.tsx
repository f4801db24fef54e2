import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { pressOnceMore } from '../../../testing/press-twice.ts';
import { shopper, signInAsShopper } from '../../../testing/signed-in.ts';

const field = (name: string) => screen.findByRole('textbox', { name });

/** Answers every product as the server answers one with that field wrong; what it was sent. */
function refusing(path: string, message: string): { body?: Record<string, unknown> } {
  const seen: { body?: Record<string, unknown> } = {};
  fakeShop.use(
    http.post('*/tool', async ({ request }) => {
      seen.body = (await request.json()) as Record<string, unknown>;
      const problem = { type: 'about:blank', title: 'No', status: 400, errors: [{ path, message }] };
      return HttpResponse.json(problem, { status: 400, headers: { 'Content-Type': 'application/problem+json' } });
    }),
  );
  return seen;
}

async function retype(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(await field(name));
  if (text) await user.type(await field(name), text);
}

describe('adding a product', () => {
  beforeEach(() => void signInAsShopper());

  it.each([false, true])('is for admins, and who is none reads so before they type (admin: %s)', async (admin) => {
    fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin })));
    openPage('/dashboard/manageproducts');
    await screen.findByRole(admin ? 'link' : 'button', { name: admin ? 'Make Admin' : 'Add the product' });
    const words = /^Only admins add products/;
    if (admin) expect(screen.queryByText(words)).toBeNull();
    else await screen.findByText(words);
  });

  it.each([
    ['Price a piece', 'PerPrice', '', ''],
    ['Price a piece', 'PerPrice', '0.001', 0.001],
    ['Price a piece', 'PerPrice', '14,5', 14.5],
    ['Price a piece', 'PerPrice', '1,000', '1,000'],
    ['Price a piece', 'PerPrice', '1.000', '1.000'],
    ['Minimum order', 'MinimumOrder', '1.5', 1.5],
    ['Available', 'Available', '-3', -3],
    ['Available', 'Available', 'many', 'many'],
    ['Rating', 'Ratings', '99', 99],
  ])('sends %s (%s) for what it says, "%s", and says there what the server says', async (label, path, typed, sent) => {
    const seen = refusing(path, 'That will not do');
    const user = openPage('/dashboard/manageproducts');
    await retype(user, label, typed);
    await user.click(screen.getByRole('button', { name: 'Add the product' }));
    const message = await screen.findByText('That will not do');
    const input = await field(label);
    expect(seen.body?.[path]).toBe(sent);
    expect(input).toHaveProperty('value', typed);
    expect(input.getAttribute('aria-describedby')).toContain(message.id);
    await waitFor(() => expect(document.activeElement).toBe(input));
  });

  it('keeps what was typed where a picture is refused, and where the product is', async () => {
    refusing('name', 'That will not do');
    fakeShop.use(http.post('*/pictures', () => problem(400, 'This is no picture that the shop can read.')));
    const user = openPage('/dashboard/manageproducts');
    await retype(user, 'Name', 'Mortise Gauge');
    await user.type(screen.getByRole('combobox', { name: 'Category' }), 'Marking');
    await retype(user, 'Picture', '/pictures/tools/hand-saw.svg');
    const file = new File(['no picture'], 'gauge.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Picture file'), file);
    await screen.findByText('This is no picture that the shop can read.');
    await user.click(screen.getByRole('button', { name: 'Add the product' }));
    await screen.findByText('That will not do');
    expect(await field('Name')).toHaveProperty('value', 'Mortise Gauge');
    expect(await screen.findByRole('combobox', { name: 'Category' })).toHaveProperty('value', 'Marking');
    expect(await field('Picture')).toHaveProperty('value', '/pictures/tools/hand-saw.svg');
  });

  it('sends a category where one is typed, and none where none is', async () => {
    const seen = refusing('name', 'That will not do');
    const user = openPage('/dashboard/manageproducts');
    await user.click(await screen.findByRole('button', { name: 'Add the product' }));
    await screen.findByText('That will not do');
    expect(seen.body).not.toHaveProperty('category');
    await user.type(screen.getByRole('combobox', { name: 'Category' }), 'Marking');
    await user.click(screen.getByRole('button', { name: 'Add the product' }));
    await waitFor(() => expect(seen.body).toHaveProperty('category', 'Marking'));
  });

  it('sends one product for a double click, however soon the first press is answered', async () => {
    const sent: unknown[] = [];
    fakeShop.use(
      http.post('*/tool', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? HttpResponse.json({ acknowledged: true }) : problem(400, 'That will not do');
      }),
    );
    const user = openPage('/dashboard/manageproducts');
    await retype(user, 'Name', 'Mortise Gauge');
    await user.click(screen.getByRole('button', { name: 'Add the product' }));
    await waitFor(async () => expect(await field('Name')).toHaveProperty('value', ''));
    pressOnceMore(await screen.findByRole('button', { name: 'Add the product' }));
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Add the product' }));
    await screen.findByText('That will not do');
    expect(sent).toHaveLength(2);
  });

  it('asks before what was typed is left for another page, and not when nothing was', async () => {
    const user = openPage('/dashboard/manageproducts');
    const link = () => screen.findByRole('link', { name: 'My Orders' });
    const address = () => screen.getByTestId('address').textContent;
    await retype(user, 'Name', 'Half a product');
    await user.click(await link());
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await field('Name')).toHaveProperty('value', 'Half a product');
    expect(address()).toBe('/dashboard/manageproducts');
    await retype(user, 'Name', '');
    await user.click(await link());
    await waitFor(() => expect(address()).toBe('/dashboard/myorders'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks before a picture on its way is left behind', async () => {
    fakeShop.use(http.post('*/pictures', () => delay('infinite')));
    const user = openPage('/dashboard/manageproducts');
    await field('Name');
    await user.upload(screen.getByLabelText('Picture file'), new File(['a'], 'gauge.png', { type: 'image/png' }));
    await user.click(await screen.findByRole('link', { name: 'My Orders' }));
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(screen.getByTestId('address').textContent).toBe('/dashboard/manageproducts');
  });

  it('is not refused any more, in words, to who was made an admin since, and keeps what was typed', async () => {
    fakeShop.use(http.post('*/tool', () => problem(403, 'Only admins may do this.')));
    const live = fakeLive();
    const user = openPage('/dashboard/manageproducts', live);
    await live.let('in');
    await screen.findByText(/^Only admins add products/);
    await retype(user, 'Name', 'Mortise Gauge');
    const press = async () => user.click(await screen.findByRole('button', { name: 'Add the product' }));
    await press();
    await screen.findByText('Only admins may do this.');
    live.tell('user.promoted', { email: shopper.email, position: '6' });
    await screen.findByText('You are an admin now');
    await waitFor(() => expect(screen.queryByText('Only admins may do this.')).toBeNull());
    expect(await field('Name')).toHaveProperty('value', 'Mortise Gauge');
    // What the shop says after that is said.
    await press();
    await screen.findByText('Only admins may do this.');
  });

  it('begins without a price', async () => {
    openPage('/dashboard/manageproducts');
    expect(await field('Price a piece')).toHaveProperty('value', '');
  });
});
