import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeShop, hammer, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const orderId = '1a2b3c4d-5e6f-4000-8000-000000000001';
const people = ['Ada', 'Adam'].map((name, at) => ({
  _id: `p${at}`,
  name,
  email: `${name.toLowerCase()}@inventory.dev`,
}));

/** Looks for what is typed into a field of the history, and says what the address asks for then. */
async function lookFor(field: string, typed: string): Promise<() => Record<string, string>> {
  const user = openPage('/dashboard/history');
  await user.type(await screen.findByRole('combobox', { name: field }), typed);
  await user.click(screen.getByRole('button', { name: 'Look' }));
  return () => Object.fromEntries(new URLSearchParams(screen.getByTestId('address').textContent?.split('?')[1] ?? ''));
}

describe('the history is looked through by names', () => {
  beforeEach(() => {
    signInAsShopper();
    const found = (name: string) => people.filter((one) => one.name.toLowerCase().startsWith(name.toLowerCase()));
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/history/types', () => HttpResponse.json({ types: [] })),
      http.get('*/user', ({ request }) => HttpResponse.json(found(new URL(request.url).searchParams.get('q') ?? ''))),
      http.get('*/products', ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('search') === 'claw' ? [hammer] : []),
      ),
      http.get('*/booking', () => HttpResponse.json([{ ...unpaid, _id: orderId }])),
      http.get('*/tool/t1', () => HttpResponse.json(hammer)),
    );
  });

  it.each([
    ['By whom', 'ada', { actor: 'p0' }],
    ['By whom', 'system', { actor: 'system' }],
    ['By whom', 'operator:Ada', { actor: 'operator:Ada' }],
    ['About', 'claw', { entity: 'tool:t1' }],
    ['About', 'Adam', { entity: 'user:p1' }],
    ['About', '1A2B3C4D-5E6F', { entity: `booking:${orderId}` }],
    ['About', 'payment:pay-1', { entity: 'payment:pay-1' }],
  ])('%s %s', async (field, typed, asked) => {
    const address = await lookFor(field, typed);
    await waitFor(() => expect(address()).toEqual(asked));
  });

  it.each([
    ['By whom', 'Ad', 'Choose one of the people'],
    ['By whom', 'Zoe', 'Choose one of the people'],
    ['About', 'Zoe', 'Choose one of the tools, orders or people'],
  ])('%s %s may be several or none, and is asked after', async (field, typed, said) => {
    const address = await lookFor(field, typed);
    await screen.findByText(said);
    expect(address()).toEqual({});
  });

  it.each(['By whom', 'About'])(
    '%s a name that cannot be looked up says so, and keeps what was typed',
    async (field) => {
      fakeShop.use(http.get('*/user', () => HttpResponse.error()));
      const address = await lookFor(field, 'Ada');
      await screen.findByText('Names could not be looked up. Try again.');
      expect(screen.getByRole('combobox', { name: field })).toHaveProperty('value', 'Ada');
      expect(address()).toEqual({});
    },
  );

  it('what was asked after is asked no more where nothing of it is typed', async () => {
    const user = openPage('/dashboard/history?type=ToolAdded');
    await user.type(await screen.findByRole('combobox', { name: 'By whom' }), 'Zoe');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('Choose one of the people');
    await user.click(screen.getByRole('link', { name: 'Show everything' }));
    await waitFor(() => expect(screen.queryByText('Choose one of the people')).toBeNull());
  });

  it('what was looked for comes to nothing once something else is looked for', async () => {
    const answer = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/user', async ({ request }) => {
        if (new URL(request.url).searchParams.get('q') !== 'Ada') return HttpResponse.json([]);
        await answer.promise;
        return HttpResponse.json(people.slice(0, 1));
      }),
    );
    const address = await lookFor('By whom', 'Ada');
    const user = userEvent.setup();
    const field = screen.getByRole('combobox', { name: 'By whom' });
    await user.clear(field);
    await user.type(field, 'Zoe');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('Choose one of the people');
    answer.resolve();
    await user.clear(field);
    await user.type(field, 'system');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await waitFor(() => expect(address()).toEqual({ actor: 'system' }));
  });

  it('one of a name is taken for nobody while others are not fetched who may have it; who is meant by an email is', async () => {
    const more = { Link: '</user?q=Ada&after=20>; rel="next"' };
    fakeShop.use(http.get('*/user', () => HttpResponse.json(people, { headers: more })));
    const address = await lookFor('By whom', 'Ada');
    await screen.findByText('Choose one of the people');
    const field = screen.getByRole('combobox', { name: 'By whom' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    const user = userEvent.setup();
    await user.clear(field);
    await user.type(field, 'ada@inventory.dev{Enter}');
    await waitFor(() => expect(address()).toEqual({ actor: 'p0' }));
  });

  it('what the shop refuses to look for is told in its own words', async () => {
    const refusal = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'That is too long.' };
    fakeShop.use(http.get('*/user', () => HttpResponse.json(refusal, { status: 400 })));
    await lookFor('By whom', 'Ada');
    await screen.findByText('That is too long.');
  });

  it('who looks by the keyboard is left where they were', async () => {
    const user = openPage('/dashboard/history');
    const field = () => screen.getByRole('combobox', { name: 'By whom' });
    await user.type(await screen.findByRole('combobox', { name: 'By whom' }), 'system{Enter}');
    await screen.findByRole('link', { name: 'By system: look for it no more' });
    expect(field()).toHaveProperty('value', 'system');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    await user.clear(field());
    screen.getByRole('button', { name: 'Look' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Looked for' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Look' })));
  });

  it('who takes away by the keyboard what was looked for is led to what is beside it, and then to the form', async () => {
    const user = openPage('/dashboard/history?actor=system&type=ToolAdded&correlation=c1');
    const chip = (words: string) => screen.findByRole('link', { name: `${words}: look for it no more` });
    (await chip('Type ToolAdded')).focus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await chip('Request c1')));
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await chip('By system')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Looked for' })).toBeNull());
    expect(document.activeElement?.textContent).toBe('');
    expect(document.activeElement).not.toBe(document.body);
  });

  it('who asks for everything by the keyboard is left at the form', async () => {
    const user = openPage('/dashboard/history?type=ToolAdded');
    (await screen.findByRole('link', { name: 'Show everything' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Show everything' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Look' }));
  });

  it('a tool that is looked for is called by its name', async () => {
    await lookFor('About', 'claw');
    await screen.findByRole('link', { name: `About ${hammer.name}: look for it no more` });
  });
});
