import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeLive, fakeLive } from '../../testing/fake-live.ts';
import { fakeShop, hammer, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

/** The drawer of a product, whose version the shop looks at as the real one does; what another admin saves; what it was sent. */
async function openProduct({ live, isListed = true }: { live?: FakeLive; isListed?: boolean } = {}) {
  let now = { ...hammer };
  const sent: Record<string, unknown>[] = [];
  fakeShop.use(
    http.get('*/products', () => HttpResponse.json(isListed ? [now] : [])),
    http.get('*/tool/categories', () => HttpResponse.json([])),
    http.get('*/tool/t1', () => HttpResponse.json(now)),
    http.put('*/tool/t1', async ({ request }) => {
      const body = (await request.json()) as typeof hammer;
      sent.push(body);
      if (body.version !== now.version) return problem(409, 'It is another version by now.');
      now = { ...now, ...body, version: now.version + 1 };
      return HttpResponse.json({});
    }),
  );
  const user = openPage('/dashboard/products?edit=t1', live);
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit Claw Hammer' }));
  const field = (label: string) => drawer.getByRole<HTMLInputElement>('textbox', { name: label });
  return {
    user,
    drawer,
    sent,
    field,
    async type(label: string, text: string) {
      await user.clear(field(label));
      await user.type(field(label), text);
    },
    save: () => user.click(drawer.getByRole('button', { name: 'Save' })),
    elsewhere(change: Partial<typeof hammer>) {
      now = { ...now, ...change, version: now.version + 1 };
    },
  };
}

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
});

describe('a product that is retired and brought back', () => {
  it('keeps the focus in the drawer, at what it says of itself', async () => {
    const { user, drawer, elsewhere } = await openProduct();
    fakeShop.use(
      http.delete('*/tool/t1', () => {
        elsewhere({ retired: true });
        return new HttpResponse(null, { status: 204 });
      }),
      http.post('*/tool/t1/return', () => {
        elsewhere({ retired: false });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const hasFocus = (text: RegExp) => waitFor(() => expect(document.activeElement).toBe(drawer.getByText(text)));
    await user.click(drawer.getByRole('button', { name: 'Retire it' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retire this product?' }));
    await user.click(dialog.getByRole('button', { name: 'Retire it' }));
    const back = await drawer.findByRole('button', { name: 'Bring it back' });
    await hasFocus(/^Nobody finds it or can order it\. /);
    await user.click(back);
    await drawer.findByRole('button', { name: 'Retire it' });
    await hasFocus(/^Nobody finds it or can order it any more/);
  });
});

it('a product that there is not is not asked for again', async () => {
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/products', () => HttpResponse.json([hammer])),
    http.get('*/tool/t9', () => problem(404, 'There is no such tool.')),
  );
  openPage('/dashboard/products?edit=t9');
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit the product' }));
  await drawer.findByRole('heading', { name: 'There is no such product' });
  expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('the question whether a product is to be retired', () => {
  it('alone is closed by Escape: what is being edited stays open', async () => {
    const { user, drawer } = await openProduct();
    await user.click(drawer.getByRole('button', { name: 'Retire it' }));
    const question = { name: 'Retire this product?' };
    await within(await screen.findByRole('dialog', question)).findByRole('button', { name: 'Keep it' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());
    screen.getByRole('dialog', { name: 'Edit Claw Hammer' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a product whose picture is on its way is not left without a question', async () => {
  fakeShop.use(http.post('*/pictures', () => delay('infinite')));
  const { user, drawer } = await openProduct();
  await user.upload(drawer.getByLabelText('Picture file'), new File(['a'], 'gauge.png', { type: 'image/png' }));
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
});

describe('the form of a product that another admin saves meanwhile', () => {
  it('takes over a price that only they changed, and keeps the description that was typed', async () => {
    const { drawer, sent, field, type, save, elsewhere } = await openProduct();
    await type('Description', 'Mine');
    elsewhere({ PerPrice: 31 });
    await save();
    const said = await drawer.findByText('Somebody changed it meanwhile.');
    within(said.parentElement as HTMLElement).getByText('31');
    expect([field('Price a piece').value, field('Description').value]).toEqual(['31', 'Mine']);
    expect(drawer.queryByRole('button', { name: /^(Keep mine|Take theirs)/ })).toBeNull();
    await save();
    await screen.findByText('The product is saved');
    expect(sent.at(-1)).toMatchObject({ PerPrice: 31, Description: 'Mine', version: 1 });
  });

  it.each([
    ['Keep mine', 'My Hammer'],
    ['Take theirs', 'Their Hammer'],
  ])('asks about what both changed alone: %s', async (choice, name) => {
    const { user, drawer, sent, type, save, elsewhere } = await openProduct();
    await type('Name', 'My Hammer');
    await type('Description', 'Mine');
    elsewhere({ name: 'Their Hammer', PerPrice: 31 });
    await save();
    await user.click(await drawer.findByRole('button', { name: `${choice}: Name` }));
    expect(drawer.queryByRole('button', { name: /^(Keep mine|Take theirs)/ })).toBeNull();
    await save();
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ name, Description: 'Mine', PerPrice: 31, version: 1 }));
  });

  it('saves nothing before all that both changed is chosen', async () => {
    const { user, drawer, type, save, elsewhere } = await openProduct();
    await type('Name', 'My Hammer');
    await type('Description', 'Mine');
    elsewhere({ name: 'Their Hammer', Description: 'Theirs' });
    await save();
    const button = () => drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await user.click(await drawer.findByRole('button', { name: 'Take theirs: Description' }));
    expect(button().disabled).toBe(true);
    await user.click(drawer.getByRole('button', { name: 'Keep mine: Name' }));
    expect(button().disabled).toBe(false);
  });
});

describe('the drawer of a product', () => {
  it('says the stock as it is told, also of a product that is not in the list, and keeps what is being typed', async () => {
    const live = fakeLive();
    const { drawer, field, type, elsewhere } = await openProduct({ live, isListed: false });
    await live.let('in');
    await waitFor(() => expect(live.said.at(-1)).toEqual(['watch', ['t1']]));
    await type('More or fewer pieces', '7');
    await type('Description', 'Mine');
    const told = { toolId: 't1', Available: 12_345, version: 0, retired: false, position: '6' };
    live.tell('tool.changed', told);
    await drawer.findByText('12,345 available, 0 sold.');
    elsewhere({ Available: 2, name: 'Sledgehammer' });
    live.tell('tool.changed', { ...told, Available: 2, version: 1, position: '7' });
    await screen.findByRole('dialog', { name: 'Edit Sledgehammer' });
    drawer.getByText('2 available, 0 sold.');
    expect([field('More or fewer pieces').value, field('Description').value]).toEqual(['7', 'Mine']);
  });

  const asked = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: /^Edit/, hidden: true })).toBeNull());

  it.each([
    ['Description', 'Mine'],
    ['More or fewer pieces', '7'],
  ])('asks before what was typed is lost: %s', async (label, text) => {
    const { user, drawer, field, type } = await openProduct();
    await type(label, text);
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(asked()).toBeNull());
    expect(field(label).value).toBe(text);
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await isClosed();
  });

  it.each(['typed', 'saved'])('asks nothing when nothing is there to lose: %s', async (what) => {
    const { user, type, save } = await openProduct();
    await type('Description', what === 'typed' ? 'Drives and draws.' : 'Mine');
    if (what === 'saved') {
      await save();
      await screen.findByText('The product is saved');
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
    }
    await user.keyboard('{Escape}');
    await isClosed();
    expect(asked()).toBeNull();
  });
});
