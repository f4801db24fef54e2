import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetAccess } from '../../lib/session/access-token.ts';
import { fakeShop, problem, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { pressOnceMore } from '../../testing/press-twice.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';

const paid = { ...unpaid, paid: true, status: 'paid' };
const orders = [
  { ...paid, _id: 'b3', toolId: 't3', toolName: 'Saw' },
  { ...paid, _id: 'b2' },
  { ...paid, _id: 'b1' },
  { ...unpaid, _id: 'b4', toolId: 't4', toolName: 'Unpaid Vise' },
  { ...paid, _id: 'b5', toolId: 't5', toolName: 'Returned Rasp', status: 'refunded' },
];
const box = (name: RegExp) => screen.getByRole('textbox', { name });
const about = () => screen.findByRole('combobox', { name: /^What it is about/ });

/** What is sent from now on. */
function sentReviews(answer: () => Response = () => HttpResponse.json({ acknowledged: true, insertedId: 'r1' })) {
  const sent: unknown[] = [];
  fakeShop.use(
    http.post('*/reviews', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

describe('who adds a review', () => {
  beforeEach(() => {
    signInAsShopper();
    fakeShop.use(http.get('*/booking', () => HttpResponse.json(orders)));
  });

  it('reviews the shop, with what the spec names and no stars', async () => {
    const sent = sentReviews();
    const user = openPage('/dashboard/review');
    await about();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    await user.type(box(/^Review/), 'Fast');
    await user.type(box(/^Description/), 'Came the next day.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await screen.findByText('Successfully Added A New Review');
    expect(sent).toEqual([{ review: 'Fast', description: 'Came the next day.' }]);
    expect(box(/^Review/)).toHaveProperty('value', '');
  });

  it('says what one may choose before it is known what one bought, so that no field moves then', async () => {
    const known = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/booking', async () => {
        await known.promise;
        return HttpResponse.json(orders);
      }),
    );
    openPage('/dashboard/review');
    const choice = await about();
    const said = () => document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said()).toBe('The shop, or a tool that you bought here');
    known.resolve();
    await within(choice).findByRole('option', { name: 'Saw' });
    expect(said()).toBe('The shop, or a tool that you bought here');
  });

  it('sends one review for a double click, and is told of nothing that it lacks', async () => {
    const sent = sentReviews();
    const user = openPage('/dashboard/review');
    await about();
    await user.type(box(/^Review/), 'Fast');
    await user.type(box(/^Description/), 'Came the next day.');
    const button = screen.getByRole('button', { name: 'Add the review' });
    await user.click(button);
    await waitFor(() => expect(box(/^Review/)).toHaveProperty('value', ''));
    pressOnceMore(button);
    expect(screen.queryByText('Required')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(sent).toHaveLength(1);
    await user.click(button);
    expect(screen.getAllByText('Required')).toHaveLength(2);
  });

  it('may choose each tool once that was paid and not given back, and gives it stars by keyboard', async () => {
    const sent = sentReviews();
    const user = openPage('/dashboard/review');
    const choice = await about();
    await waitFor(() =>
      expect(
        within(choice)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['The shop', 'Saw', 'Claw Hammer']),
    );
    await user.type(box(/^Review/), 'Sharp');
    await user.selectOptions(choice, 'Saw');
    expect(screen.getByTestId('address').textContent).toBe('/dashboard/review?tool=t3');
    const stars = await screen.findByRole('radiogroup', { name: /^Stars/ });
    screen.getByText(/You bought it here, so they count in its rating/);
    expect(box(/^Review/)).toHaveProperty('value', 'Sharp');
    within(stars).getByRole('radio', { name: '1 star' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await user.type(box(/^Description/), 'And straight.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await screen.findByText('Successfully Added A New Review');
    expect(sent).toEqual([{ review: 'Sharp', description: 'And straight.', toolId: 't3', rating: 4 }]);
  });

  it('is asked for the stars of a tool, and taken there', async () => {
    const sent = sentReviews();
    const user = openPage('/dashboard/review?tool=t1');
    await about();
    const first = await screen.findByRole('radio', { name: '1 star' });
    await user.type(box(/^Review/), 'Sharp');
    await user.type(box(/^Description/), 'And straight.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await screen.findByText('Say how many stars the tool gets, from 1 to 5');
    expect(document.activeElement).toBe(first);
    expect(sent).toEqual([]);
  });

  it('may review a tool that they did not buy, and is told that its stars do not count', async () => {
    openPage('/dashboard/review?tool=t9');
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([])));
    await screen.findByText(/once you have bought it here/);
    expect((await about()).querySelector('option:checked')?.textContent).toBe('Claw Hammer');
  });

  it('is told that there is no such tool, and may choose another', async () => {
    fakeShop.use(http.get('*/tool/:id', () => problem(404, 'There is no such tool.')));
    const user = openPage('/dashboard/review?tool=nope');
    await screen.findByText(/^There is no such tool\./);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.selectOptions(await about(), 'Saw');
    await screen.findByRole('radiogroup', { name: /^Stars/ });
    expect(screen.queryByText(/^There is no such tool/)).toBeNull();
  });

  it('of a tool goes on, by the keyboard, at what stands in the place of the form then', async () => {
    const own = { _id: 'r1', review: 'Sharp', description: 'Yes.', name: 'Demo', at: paid.at, toolId: 't1', rating: 4 };
    const sent = sentReviews();
    fakeShop.use(http.get('*/reviews/mine', () => HttpResponse.json(sent.map(() => ({ ...own, toolName: 'Saw' })))));
    const user = openPage('/dashboard/review?tool=t1');
    await user.click(await screen.findByRole('radio', { name: '4 stars' }));
    await user.type(box(/^Review/), 'Sharp');
    await user.type(box(/^Description/), 'Yes.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    const instead = await screen.findByText(/^You have reviewed this tool already\. Each/);
    expect(document.activeElement).toBe(instead.parentElement);
  });

  it('keeps what was typed when it is refused, and reads why', async () => {
    sentReviews(() => problem(409, 'You have reviewed this tool already.'));
    const user = openPage('/dashboard/review?tool=t1');
    await user.click(await screen.findByRole('radio', { name: '2 stars' }));
    await user.type(box(/^Review/), 'Again');
    await user.type(box(/^Description/), 'And again.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await screen.findByText('You have reviewed this tool already.');
    expect(box(/^Review/)).toHaveProperty('value', 'Again');
    expect(screen.getByRole('radio', { name: '2 stars' })).toHaveProperty('checked', true);
  });

  it('is asked before what was typed is left for another page, and not once it is sent', async () => {
    sentReviews();
    const user = openPage('/dashboard/review');
    const link = () => screen.findByRole('link', { name: 'My Orders' });
    const at = () => screen.getByTestId('address').textContent;
    await about();
    await user.type(box(/^Review/), 'Fast');
    await user.type(box(/^Description/), 'Came the next day.');
    await user.click(await link());
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(box(/^Review/)).toHaveProperty('value', 'Fast');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await screen.findByText('Successfully Added A New Review');
    await user.click(await link());
    await waitFor(() => expect(at()).toBe('/dashboard/myorders'));
  });

  it('is asked before a sign-out takes away what was typed, which stays where one does', async () => {
    const user = openPage('/dashboard/review');
    const signOut = () => screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement;
    await about();
    await user.type(box(/^Review/), 'Half');
    await user.click(signOut());
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(box(/^Review/)).toHaveProperty('value', 'Half');
    await user.click(signOut());
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(screen.queryByRole('button', { name: 'Sign Out' })).toBeNull();
  });

  it('signs out unasked with nothing typed', async () => {
    const user = openPage('/dashboard/review');
    await about();
    await user.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  });

  it('finds what was typed after the login that an ended session led to, and an empty form once it is sent', async () => {
    const sent = sentReviews();
    const user = openPage('/dashboard/review');
    await about();
    await user.type(box(/^Review/), 'Half');
    act(() => forgetAccess('The session is over.'));
    await screen.findByText('The session is over. What you filled in is kept until you log in again.');
    act(() => void signInAsShopper());
    await waitFor(() => expect(box(/^Review/)).toHaveProperty('value', 'Half'));
    await user.type(box(/^Description/), 'And the rest.');
    await user.click(screen.getByRole('button', { name: 'Add the review' }));
    await waitFor(() => expect(box(/^Review/)).toHaveProperty('value', ''));
    expect(sent).toEqual([{ review: 'Half', description: 'And the rest.' }]);
  });

  it('and is an admin hides what anybody wrote of the shop', async () => {
    let isHidden = false;
    const said = { _id: 'r7', review: 'My neighbour', description: 'Says so.', name: 'Rita', at: paid.at };
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/reviews', () => HttpResponse.json(isHidden ? [] : [said])),
      http.get('*/reviews/hidden', () =>
        HttpResponse.json(isHidden ? [{ ...said, hidden: { reason: 'Gossip.', at: paid.at } }] : []),
      ),
      http.post('*/reviews/r7/hide', () => {
        isHidden = true;
        return HttpResponse.json({ acknowledged: true });
      }),
    );
    const user = openPage('/dashboard/review');
    const all = within(await screen.findByRole('region', { name: "Everybody's reviews" }));
    await all.findByText('Of the shop');
    await user.click(all.getByRole('button', { name: 'Hide the review “My neighbour”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide this review' }));
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Gossip.');
    await user.click(dialog.getByRole('button', { name: 'Hide the review' }));
    await all.findByText('1 hidden review');
    expect(all.queryByRole('button', { name: /^Hide/ })).toBeNull();
  });

  it('and is an admin reads why there are no more of everybody’s, and goes on at the first of them by the keyboard', async () => {
    let isBusy = true;
    const said = (_id: string) => ({ _id, review: `Said ${_id}`, description: 'So.', name: 'Rita', at: paid.at });
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/reviews', ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('after') !== 'c1';
        if (isFirst) return HttpResponse.json([said('r2')], { headers: { Link: '</reviews?after=c1>; rel="next"' } });
        return isBusy ? problem(503, 'Not ready.') : HttpResponse.json([said('r1')]);
      }),
    );
    const user = openPage('/dashboard/review');
    const all = within(await screen.findByRole('region', { name: "Everybody's reviews" }));
    (await all.findByRole('button', { name: 'More reviews' })).focus();
    await user.keyboard('{Enter}');
    await all.findByText('Not ready.');
    isBusy = false;
    await user.keyboard('{Enter}');
    const first = (await all.findByText('Said r1')).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('sees the one that they have written of the tool, and no form for a second', async () => {
    const own = { _id: 'r1', review: 'Sharp', description: 'Yes.', name: 'Demo', at: paid.at, toolId: 't1', rating: 4 };
    const hidden = { reason: 'It names a neighbour.', at: paid.at };
    fakeShop.use(http.get('*/reviews/mine', () => HttpResponse.json([{ ...own, toolName: 'Claw Hammer', hidden }])));
    openPage('/dashboard/review?tool=t1');
    await screen.findByText(/^You have reviewed this tool already\./);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add the review' })).toBeNull());
    const mine = within(await screen.findByRole('region', { name: 'Your reviews' }));
    mine.getByRole('link', { name: 'Claw Hammer' });
    mine.getByText('Hidden by an admin');
    mine.getByText(hidden.reason);
  });
});
