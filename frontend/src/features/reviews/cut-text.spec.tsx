import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeShop, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';

const lineHeight = 24;
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

/** As a browser would lay texts out, of ten words a line, five lines at most while they are cut. */
function layTextsOut() {
  const linesOf = (node: HTMLElement) => Math.ceil((node.textContent ?? '').split(' ').length / 10);
  const heights = {
    scrollHeight: (node: HTMLElement) => linesOf(node) * lineHeight,
    clientHeight: (node: HTMLElement) =>
      Math.min(linesOf(node), node.dataset.whole === 'false' ? 5 : 1_000) * lineHeight,
  };
  for (const [name, height] of Object.entries(heights)) {
    Object.defineProperty(HTMLParagraphElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return height(this);
      },
    });
    onTestFinished(() => void Reflect.deleteProperty(HTMLParagraphElement.prototype, name));
  }
}

describe('a review on the home page', () => {
  it('can be read whole where it is cut, and only there', async () => {
    layTextsOut();
    const review = (_id: string, title: string, description: string) => ({
      ...{ _id, review: title, description, name: 'Rita', at: unpaid.at },
    });
    fakeShop.use(
      http.get('*/reviews', () =>
        HttpResponse.json([review('r1', 'Of the shop', words(90)), review('r2', 'Short', words(50))]),
      ),
    );
    const user = openPage('/');
    await user.click(await screen.findByRole('button', { name: 'Read all of it: Of the shop' }));
    const text = screen.getByText(words(90));
    expect(text.clientHeight).toBe(text.scrollHeight);
    expect(screen.queryByRole('button', { name: /: Short$/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show less: Of the shop' }));
    await screen.findByRole('button', { name: 'Read all of it: Of the shop' });
  });
});
