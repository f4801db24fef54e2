import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, type FakeLive, fakeLive, isoOf } from '../testing/fake-live.ts';
import { fakeShop } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { signInAsShopper } from '../testing/signed-in.ts';

let live: FakeLive;
beforeEach(() => {
  live = fakeLive();
  signInAsShopper();
});

describe('who reads the reviews', () => {
  const review = (id: string) => ({ _id: id, review: `Review ${id}`, description: 'Good', name: 'Rita', at: isoOf(1) });

  /** The section is before one's eyes, or is not, as long as the test lasts. */
  function inView(isIntersecting: boolean): void {
    class Watcher {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ isIntersecting }]);
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Watcher);
  }

  const oneMore = async () => {
    fakeShop.use(http.get('*/reviews', answers([review('r1')], 5)));
    const user = openPage('/', live);
    await live.let('in');
    await screen.findByText('Review r1');
    fakeShop.use(http.get('*/reviews', answers([review('r2'), review('r1')], 6)));
    live.tell('review.added', { reviewId: 'r2', position: '6' });
    return user;
  };

  it('is offered a new one, and shown it when they want it', async () => {
    inView(true);
    const user = await oneMore();
    const button = await screen.findByRole('button', { name: '1 new review' });
    expect(screen.queryByText('Review r2')).toBeNull();
    await user.click(button);
    await screen.findByText('Review r2');
    expect(screen.queryByRole('button', { name: /new review/ })).toBeNull();
  });

  it.each([
    ['and another takes its place', ['r2', 'r0'], 'Review r0'],
    ['while one comes', ['r4', 'r2', 'r0'], 'Review r4'],
  ])('is shown no review any more that was hidden, %s', async (_, after, comes) => {
    inView(true);
    const list = (ids: string[], position: number) => http.get('*/reviews', answers(ids.map(review), position));
    fakeShop.use(list(['r3', 'r2'], 5));
    openPage('/', live);
    await live.let('in');
    await screen.findByText('Review r3');
    fakeShop.use(list(after, 6));
    live.tell('review.added', { reviewId: 'r4', position: '6' });
    await screen.findByText(comes);
    expect(screen.queryByText('Review r3')).toBeNull();
    expect(screen.queryByRole('button', { name: /new review/ })).toBeNull();
  });

  it('is shown it at once where nobody has the reviews before them', async () => {
    inView(false);
    await oneMore();
    await screen.findByText('Review r2');
    expect(screen.queryByRole('button', { name: /new review/ })).toBeNull();
  });
});
