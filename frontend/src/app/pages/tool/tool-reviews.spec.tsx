import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnReview } from '../../../../../modules/reviews/contract.ts';
import { answers, type FakeLive, fakeLive, isoOf } from '../../../testing/fake-live.ts';
import { fakeShop, hammer, problem } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const review = (id: string, but: Partial<OwnReview> = {}): OwnReview => ({
  _id: id,
  review: `Review ${id}`,
  description: 'Holds up well.',
  name: 'Rita',
  at: isoOf(1),
  toolId: 't1',
  toolName: 'Claw Hammer',
  rating: 4,
  ...but,
});
const hidden = { reason: 'It names a neighbour.', at: isoOf(2) };
const stars = [0, 1, 0, 0, 2];

/** All of the page is before one's eyes, and stays there. */
function everythingInView(): void {
  class Watcher {
    readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen;
    }
    observe() {
      this.#seen([{ isIntersecting: true }]);
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
}

const section = async () => within(await screen.findByRole('region', { name: 'Reviews' }));
const asAdmin = () => fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));

describe("the reviews on a tool's page", () => {
  beforeEach(() => {
    signInAsShopper();
    everythingInView();
  });

  it('say who gave how many stars, who bought it here, and how many gave how many', async () => {
    fakeShop.use(
      http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Ratings: 4, reviews: 4, stars })),
      http.get('*/reviews', ({ request }) =>
        new URL(request.url).searchParams.get('toolId') === 't1'
          ? HttpResponse.json([review('r2', { bought: true, rating: 2 }), review('r1')])
          : problem(400, 'Of which tool?'),
      ),
    );
    openPage('/tools/t1');
    const reviews = await section();
    const [first, second] = await reviews.findAllByRole('article');
    within(first as HTMLElement).getByRole('img', { name: '2 of 5 stars' });
    within(first as HTMLElement).getByText('Bought here');
    expect(within(second as HTMLElement).queryByText('Bought here')).toBeNull();
    reviews.getByText('From 3 people who bought it here');
    const counts = reviews.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(counts).toEqual([
      ['5 stars', '2'],
      ['4 stars', '0'],
      ['3 stars', '0'],
      ['2 stars', '1'],
      ['1 star', '0'],
    ]);
    const write = reviews.getByRole('link', { name: 'Review this tool' });
    expect(write.getAttribute('href')).toBe('/dashboard/review?tool=t1');
    expect(reviews.queryByRole('button', { name: /^Hide/ })).toBeNull();
  });

  it('say of a tool that is reviewed by others alone that no buyer has', async () => {
    fakeShop.use(
      http.get('*/tool/:id', () => HttpResponse.json(hammer)),
      http.get('*/reviews', () => HttpResponse.json([review('r1')])),
    );
    openPage('/tools/t1');
    const reviews = await section();
    await reviews.findByRole('img', { name: '4 of 5 stars' });
    reviews.getByText('None of these reviews is by somebody who bought it here.');
    expect(reviews.queryByText(/stars yet/)).toBeNull();
  });

  it('come page by page', async () => {
    fakeShop.use(
      http.get('*/reviews', ({ request }) =>
        new URL(request.url).searchParams.get('after') === 'c1'
          ? HttpResponse.json([review('r1')])
          : HttpResponse.json([review('r2')], { headers: { Link: '</reviews?after=c1>; rel="next"' } }),
      ),
    );
    const user = openPage('/tools/t1');
    const reviews = await section();
    await user.click(await reviews.findByRole('button', { name: 'More reviews' }));
    await reviews.findByText('Review r1');
    reviews.getByText('Review r2');
    expect(reviews.queryByRole('button', { name: /new review/ })).toBeNull();
    await waitFor(() => expect(reviews.queryByRole('button', { name: 'More reviews' })).toBeNull());
  });

  it('say why the next page could not be fetched, and go on at its first review once the button is gone', async () => {
    let isBusy = true;
    fakeShop.use(
      http.get('*/reviews', ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('after') !== 'c1';
        if (isFirst) return HttpResponse.json([review('r3')], { headers: { Link: '</reviews?after=c1>; rel="next"' } });
        return isBusy ? problem(429, 'Too often.') : HttpResponse.json([review('r2'), review('r1')]);
      }),
    );
    const user = openPage('/tools/t1');
    const reviews = await section();
    const more = await reviews.findByRole('button', { name: 'More reviews' });
    more.focus();
    await user.keyboard('{Enter}');
    const said = await reviews.findByText('Too often.');
    expect(said.closest('[role=alert]')).not.toBeNull();
    reviews.getByText('Review r3');
    expect(document.activeElement).toBe(more);
    isBusy = false;
    await user.keyboard('{Enter}');
    const first = (await reviews.findByText('Review r2')).closest('article');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(reviews.queryByText('Too often.')).toBeNull();
  });

  it('say that there are none, and that they could not be fetched', async () => {
    let isAway = true;
    fakeShop.use(http.get('*/reviews', () => (isAway ? problem(503, 'Not ready.') : HttpResponse.json([]))));
    const user = openPage('/tools/t1');
    const reviews = await section();
    await reviews.findByText('The reviews could not be fetched');
    isAway = false;
    await user.click(reviews.getByRole('button', { name: 'Try again' }));
    await reviews.findByText(/^No reviews yet/);
  });

  it('tell who wrote one that it is theirs, and offer no second', async () => {
    fakeShop.use(
      http.get('*/reviews', () => HttpResponse.json([review('r1')])),
      http.get('*/reviews/mine', () => HttpResponse.json([review('r1')])),
    );
    openPage('/tools/t1');
    const reviews = await section();
    await reviews.findByText('You have reviewed this tool.');
    reviews.getByText(/· Yours$/);
    expect(reviews.queryByRole('link', { name: 'Review this tool' })).toBeNull();
  });

  it('tell who wrote one that it is hidden, and why', async () => {
    fakeShop.use(http.get('*/reviews/mine', () => HttpResponse.json([review('r1', { hidden })])));
    openPage('/tools/t1');
    const reviews = await section();
    await reviews.findByText('Your review is hidden.');
    reviews.getByText(hidden.reason);
    expect(reviews.queryByText(/hidden review$/)).toBeNull();
  });

  describe('that change while somebody reads them', () => {
    let live: FakeLive;
    beforeEach(() => {
      live = fakeLive();
    });

    it('wait until they are wanted; the rating follows at once, and nobody asks for the tool', async () => {
      let asked = 0;
      fakeShop.use(
        http.get('*/tool/:id', () => {
          asked += 1;
          return answers({ ...hammer, Ratings: 4, reviews: 1, stars: [0, 0, 0, 1, 0] }, 5)();
        }),
        http.get('*/reviews', answers([review('r1')], 5)),
      );
      const user = openPage('/tools/t1', live);
      const reviews = await section();
      await reviews.findByText('Review r1');
      await live.let('in');
      const before = asked;
      fakeShop.use(http.get('*/reviews', answers([review('r2'), review('r1')], 6)));
      const told = { toolId: 't1', Available: 5, Ratings: 4.5, reviews: 2, stars: [0, 0, 0, 1, 1], version: 0 };
      live.tell('tool.changed', { ...told, retired: false, position: '6' });
      await reviews.findByText('From 2 people who bought it here');
      await user.click(await reviews.findByRole('button', { name: '1 new review' }));
      reviews.getByText('Review r2');
      expect(asked).toBe(before);
    });
  });

  describe('are hidden by an admin', () => {
    beforeEach(() => void asAdmin());

    it('with a reason; what is wrong with it is said under it, and what was typed stays', async () => {
      let isHidden = false;
      const sent: unknown[] = [];
      fakeShop.use(
        http.get('*/reviews', () => HttpResponse.json(isHidden ? [] : [review('r1')])),
        http.get('*/reviews/hidden', () => HttpResponse.json(isHidden ? [review('r1', { hidden })] : [])),
        http.post('*/reviews/r1/hide', async ({ request }) => {
          sent.push(await request.json());
          if (sent.length === 1) {
            const errors = [{ path: 'reason', message: 'At most 500 characters' }];
            return HttpResponse.json({ type: 'about:blank', title: 'No', status: 400, errors }, { status: 400 });
          }
          isHidden = true;
          return HttpResponse.json({ acknowledged: true });
        }),
        http.post('*/reviews/r1/show', () => {
          isHidden = false;
          return HttpResponse.json({ acknowledged: true });
        }),
      );
      const user = openPage('/tools/t1');
      const reviews = await section();
      await user.click(await reviews.findByRole('button', { name: 'Hide the review “Review r1”' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Hide this review' }));
      await user.type(dialog.getByRole('textbox', { name: /Reason/ }), hidden.reason);
      await user.click(dialog.getByRole('button', { name: 'Hide the review' }));
      await dialog.findByText('At most 500 characters');
      expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveProperty('value', hidden.reason);
      await user.click(dialog.getByRole('button', { name: 'Hide the review' }));
      await screen.findByText('The review is hidden');
      expect(sent).toEqual([{ reason: hidden.reason }, { reason: hidden.reason }]);
      await reviews.findByText('1 hidden review');
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Reviews'));
      reviews.getByText(hidden.reason);
      await user.click(reviews.getByRole('button', { name: 'Show the review “Review r1” again', hidden: true }));
      await screen.findByText('The review is shown again');
      await reviews.findByRole('button', { name: 'Hide the review “Review r1”' });
      expect(reviews.queryByText('1 hidden review')).toBeNull();
    });
  });
});
