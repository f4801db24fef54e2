import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { recentlySeen } from '../../../lib/device/recently-seen.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, hammer } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { quantity } from '../../../testing/order-form.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const shows = (but: Partial<Tool>) =>
  fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, ...but })));

describe("a tool's page", () => {
  beforeEach(() => void signInAsShopper());

  it('says from how many pieces it is sold, for what sum, and how often it was bought', async () => {
    shows({ MinimumOrder: 10, PerPrice: 6.4, Available: 2_000, BuyGear: 1_000, sold: 200 });
    openPage('/tools/t1');
    const from = await screen.findByText('from 10 pieces, $64.00');
    expect(from.parentElement?.textContent).toBe('$6.40 a piece from 10 pieces, $64.00');
    screen.getByText('Bought 1,200 times');
    expect(screen.queryByText(/^Only/)).toBeNull();
  });

  it('says that one piece was bought once', async () => {
    shows({ BuyGear: 1 });
    openPage('/tools/t1');
    await screen.findByText('Bought once');
  });

  it.each([
    [{ MinimumOrder: 1, Available: 3 }, 'Only 3 left'],
    [{ MinimumOrder: 10, Available: 19 }, 'Only 19 left'],
    [{ MinimumOrder: 1, Available: 5 }, undefined],
    [{ MinimumOrder: 10, Available: 20 }, undefined],
  ])('says when few are left: %j', async (but, words) => {
    shows(but);
    openPage('/tools/t1');
    await quantity();
    expect(screen.queryByText(/^Only/)?.textContent).toBe(words);
  });

  it('has what can be measured in a table', async () => {
    shows({ specifications: [{ name: 'Weight', value: '450 g' }] });
    openPage('/tools/t1');
    const table = await screen.findByRole('table', { name: '' });
    expect(within(table).getByRole('rowheader').textContent).toBe('Weight');
    expect(within(table).getByRole('cell').textContent).toBe('450 g');
  });

  it('shows its pictures one by one, by mouse and by keyboard', async () => {
    shows({ pictures: ['/pictures/tools/hand-saw.svg', hammer.img, '/pictures/tools/tape-measure.svg'] });
    const user = openPage('/tools/t1');
    const bar = await screen.findByRole('toolbar', { name: 'Pictures of Claw Hammer' });
    const shown = () => bar.previousElementSibling?.querySelector('img')?.getAttribute('src');
    expect(within(bar).getAllByRole('button')).toHaveLength(3);
    expect(shown()).toBe(hammer.img);
    await user.click(within(bar).getByRole('button', { name: 'Picture 2 of 3' }));
    expect(shown()).toBe('/pictures/tools/hand-saw.svg');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe('/pictures/tools/tape-measure.svg');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Picture 3 of 3');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe(hammer.img);
  });

  it('of what is retired while somebody types goes on, by the keyboard, at what stands in the place of the form', async () => {
    let tool: Tool = hammer;
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json(tool)));
    const live = fakeLive();
    openPage('/tools/t1', live);
    (await quantity()).focus();
    await live.let('in');
    tool = { ...hammer, retired: true };
    live.tell('tool.changed', { toolId: 't1', Available: 5, version: 0, retired: true, position: '9' });
    const title = await screen.findByRole('heading', { name: 'No longer offered' });
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(title)).toBe(true);
  });

  it('of what is retired says so, to who ordered it and to others, with what is like it and no form', async () => {
    shows({ retired: true, MinimumOrder: 2, Available: 10 });
    fakeShop.use(
      http.get('*/tool/t1/related', () => HttpResponse.json([{ ...hammer, _id: 't2', name: 'Sledge Hammer' }])),
    );
    openPage('/tools/t1');
    await screen.findByRole('heading', { name: 'No longer offered' });
    const orders = screen.getByRole('link', { name: 'your orders' });
    expect(orders.getAttribute('href')).toBe('/dashboard/myorders');
    // Whole, in a paragraph, whose links have the shop's colour: each part of bare text would be a row of its own.
    expect(orders.closest('p')?.textContent).toMatch(/^This tool .* If you .* stays among your orders\.$/);
    expect(screen.queryByRole('button', { name: 'Place the order' })).toBeNull();
    await screen.findByRole('heading', { name: 'Still on the shelves' });
    screen.getByRole('link', { name: 'Sledge Hammer' });
    // How many could be had of it says nothing any more.
    expect(screen.getByRole('heading', { name: 'Claw Hammer' }).closest('article')?.textContent).not.toMatch(
      /Available|Minimum|from 2 pieces/,
    );
  });

  it('is remembered on the device until one signs out, and shown on the next one’s', async () => {
    fakeShop.use(
      http.get('*/tool/:id', ({ params }) =>
        HttpResponse.json(params.id === 't2' ? { ...hammer, _id: 't2', name: 'Saw' } : hammer),
      ),
    );
    localStorage.setItem('recentlySeen', '["t2"]');
    const user = openPage('/tools/t1');
    const seen = within(await screen.findByRole('region', { name: 'Recently seen' }));
    expect(seen.getAllByRole('article')).toHaveLength(1);
    seen.getByRole('link', { name: 'Saw' });
    expect(recentlySeen()).toEqual(['t1', 't2']);
    await user.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement);
    await waitFor(() => expect(recentlySeen()).toEqual([]));
  });
});

describe('the login of who came for a tool', () => {
  it('says so', async () => {
    openPage('/tools/t1');
    const words = await screen.findByText('Log in to see');
    expect(words.textContent).toBe('Log in to see Claw Hammer');
    screen.getByRole('heading', { name: 'Login' });
  });

  it('says what comes next to who came to set the shop up', async () => {
    openPage('/setup');
    await screen.findByText(/^Log in or sign up to set up your shop\. Then type the code/);
    screen.getByRole('heading', { name: 'Login' });
  });

  it('says nothing of it to who came by themselves, or for a tool that there is not', async () => {
    openPage('/login');
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByText('Log in to see')).toBeNull();
  });
});
