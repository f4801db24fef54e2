import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '../../testing/browser.ts';
import { fakeShop } from '../../testing/fake-shop.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';
import { get } from './api.ts';
import { idleFor, watchActs } from './last-act.ts';

describe('what a person does', () => {
  beforeEach(() => {
    const ending = new AbortController();
    watchActs(ending.signal);
    return () => ending.abort();
  });

  it('is known here, and in another tab', () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    window.dispatchEvent(new Event('keydown'));
    expect(idleFor()).toBe(0);
    vi.spyOn(Date, 'now').mockReturnValue(1_061_999);
    expect(idleFor()).toBe(61);
    localStorage.setItem('lastAct', '1060000');
    expect(idleFor()).toBe(1);
    vi.restoreAllMocks();
  });

  it('goes with every call, which a page may make by itself', async () => {
    signInAsShopper();
    const said: (string | null)[] = [];
    fakeShop.use(
      http.get('*/booking', ({ request }) => {
        said.push(request.headers.get('Idle-For'));
        return HttpResponse.json([]);
      }),
    );
    window.dispatchEvent(new Event('pointerdown'));
    await get('/booking');
    expect(said).toEqual(['0']);
  });
});
