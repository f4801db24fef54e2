import '../../testing/browser.ts';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeLive, fakeLive, refused } from '../../testing/fake-live.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { fakeToken, shopper, signInAsShopper } from '../../testing/signed-in.ts';
import { ApiError } from '../api/api-error.ts';
import { storeAccess } from '../session/access-token.ts';
import { signOut } from '../session/session.ts';
import { goLive } from './live.ts';

describe('the live connection', () => {
  let ending: AbortController;
  let live: FakeLive;
  let client: QueryClient;
  let asked: number;
  let shown: number;

  beforeEach(() => {
    ending = new AbortController();
    live = fakeLive();
    client = new QueryClient();
    asked = 0;
    shown = 0;
  });
  afterEach(() => {
    ending.abort();
    client.clear();
    vi.useRealTimers();
  });

  const go = () =>
    goLive({
      client,
      notices: {
        'tool.changed': () => {
          shown += 1;
        },
      },
      signal: ending.signal,
      open: live.open,
    });

  /** Somebody looks at an answer that notices change. */
  function look(kind: 'asked' | 'told'): void {
    const query = client.getQueryCache().build(client, {
      queryKey: ['private', shopper.email, kind],
      queryFn: () => {
        asked += 1;
        return asked;
      },
      meta: { live: kind },
    });
    void query.fetch();
  }

  it('brings the token of who is signed in, and none of nobody', async () => {
    go();
    await live.let('in');
    expect(live.handshakes).toEqual([undefined]);
    const token = signInAsShopper();
    await live.let('in');
    expect(live.handshakes).toEqual([undefined, token]);
    void signOut();
    await live.let('in');
    expect(live.handshakes).toEqual([undefined, token, undefined]);
  });

  it('goes on with a token that is newer, without a new connection', async () => {
    signInAsShopper();
    go();
    await live.let('in');
    const renewed = fakeToken();
    storeAccess(renewed, shopper);
    expect(live.said).toEqual([['renew', renewed]]);
    expect(live.handshakes).toHaveLength(1);
  });

  it('begins anew where the shop does not take the newer token', async () => {
    signInAsShopper();
    go();
    await live.let('in');
    live.renewal = { ok: false, problem: {} };
    signInAsShopper();
    await live.let('in');
    expect(live.handshakes).toHaveLength(2);
  });

  it('renews a token that is refused once, and does not go on asking with one that is refused again', async () => {
    let renewals = 0;
    fakeShop.use(
      http.put('*/user/:email', () => {
        renewals += 1;
        return HttpResponse.json({ token: fakeToken() });
      }),
    );
    signInAsShopper();
    go();
    await live.let(refused(401));
    await waitFor(() => expect(live.isWanted()).toBe(true));
    await live.let(refused(401));
    await new Promise((resolve) => setTimeout(resolve));
    expect(live.isWanted()).toBe(false);
    expect(renewals).toBe(1);
    // Somebody signs in.
    signInAsShopper();
    expect(live.isWanted()).toBe(true);
  });

  it('hears as nobody once a session that was ended cannot be renewed', async () => {
    fakeShop.use(http.post('*/identity/refresh', () => problem(401, 'Over')));
    signInAsShopper();
    go();
    await live.let('in');
    vi.useFakeTimers();
    live.lose('io server disconnect');
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await live.let(refused(401));
    await waitFor(() => expect(live.isWanted()).toBe(true));
    await live.let('in');
    expect(live.handshakes.at(-1)).toBeUndefined();
  });

  it('waits longer each time where one connection after the other is ended soon, and not after one that lasted', async () => {
    vi.useFakeTimers();
    go();
    /** How many seconds it is, at least, until another connection is wanted. */
    const pauseAfter = async (lasted: number) => {
      await live.let('in');
      vi.advanceTimersByTime(lasted);
      live.lose('io server disconnect');
      let seconds = 0;
      // Bounded: no time limit ends what leaves nobody else a turn.
      for (; !live.isWanted() && seconds < 100; seconds++) vi.advanceTimersByTime(1_000);
      return seconds;
    };
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const pauses: number[] = [];
    while (pauses.length < 8) pauses.push(await pauseAfter(100));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
    expect(await pauseAfter(10_000)).toBe(1);
    expect(await pauseAfter(100)).toBe(2);
    random.mockRestore();
  });

  it('waits as long as it is told where there are too many', async () => {
    go();
    vi.useFakeTimers();
    const request = new XMLHttpRequest();
    vi.spyOn(request, 'getResponseHeader').mockReturnValue('7');
    await live.let(Object.assign(new Error('xhr poll error'), { description: 429, context: request }));
    expect(live.isWanted()).toBe(false);
    vi.advanceTimersByTime(6_999);
    expect(live.isWanted()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(live.isWanted()).toBe(true);
  });

  it('tries again soon where the shop cannot say at this moment who somebody is', async () => {
    go();
    vi.useFakeTimers();
    await live.let(refused(503));
    expect(live.isWanted()).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(live.isWanted()).toBe(true);
  });

  it('is closed while the page is left, and opened when it comes back as it was', async () => {
    go();
    await live.let('in');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(live.isWanted()).toBe(false);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(live.isWanted()).toBe(true);
  });

  it('is given up by a tab that nobody looks at, and opened when somebody does', async () => {
    vi.useFakeTimers();
    go();
    await live.let('in');
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(59_000);
    expect(live.isWanted()).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(live.isWanted()).toBe(false);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(live.isWanted()).toBe(true);
  });

  it('hands notices on', async () => {
    go();
    await live.let('in');
    live.tell('tool.changed', { toolId: 't1', Available: 1, position: '1' });
    expect(shown).toBe(1);
  });

  it('asks again for what it missed, and not for what it is told anew', async () => {
    signInAsShopper();
    look('asked');
    look('told');
    const isInvalidated = () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ state, meta }) => [meta?.live, state.isInvalidated]);
    await waitFor(() => expect(asked).toBe(2));
    go();
    await live.let('in');
    live.lose('transport close');
    vi.useFakeTimers();
    await live.let('in');
    // Others have lost it as well: not all in the same moment.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(isInvalidated()).toEqual([
      ['asked', true],
      ['told', false],
    ]);
  });

  it('does not ask again at first for what was just said not to be there, but does once it was lost', async () => {
    signInAsShopper();
    const query = client.getQueryCache().build(client, {
      queryKey: ['private', shopper.email, 'booking', 'another’s'],
      queryFn: () => Promise.reject(new ApiError({ status: 404, title: 'Not found' })),
      retry: false, // Which takes seven seconds.
      meta: { live: 'asked' },
    });
    await query.fetch().catch(() => undefined);
    const invalidated = vi.spyOn(query, 'invalidate');
    go();
    await live.let('in');
    expect(invalidated).not.toHaveBeenCalled();
    live.lose('transport close');
    vi.useFakeTimers();
    await live.let('in');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(invalidated).toHaveBeenCalledOnce();
  });

  it('asks now and then for what is shown while there is no connection, and no more once there is', async () => {
    vi.useFakeTimers();
    const refetch = vi.spyOn(client, 'refetchQueries');
    go();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(18_000);
    expect(refetch).toHaveBeenCalledTimes(2);
    await live.let('in');
    refetch.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refetch).not.toHaveBeenCalled();
  });
});
