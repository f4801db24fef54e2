import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../testing/browser.ts';
import { createQueryClient } from '../../app/query-client.ts';
import { fakeToken, shopper, signInAsShopper, somebodyElse } from '../../testing/signed-in.ts';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { storeAccess } from '../session/access-token.ts';
import { forgetIntents } from './kept-pending.ts';
import { useChange } from './use-change.ts';

const lost = new NoAnswer(new Error('The line is dead'));
const refusal = (status: number) => new ApiError({ title: 'No', status });

const inClient = () => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  ),
});

/** A form of its own each time, as after leaving the page and coming back, or after a reload. */
function openForm({ isSecret = false, isRepeatable = false } = {}) {
  const call = vi.fn(async (_wish: string, _key: string): Promise<string> => 'done');
  const { result } = renderHook(() => useChange({ name: 'order', call, isSecret, isRepeatable }), inClient());
  const wishFor = async (wish: string) => {
    await act(() => result.current.mutateAsync(wish).catch(() => undefined));
    return call.mock.lastCall?.[1];
  };
  return { call, wishFor, press: (wish: string, told: () => void) => result.current.mutate(wish, { onSettled: told }) };
}

describe('the key of a change', () => {
  beforeEach(() => forgetIntents());
  afterEach(() => vi.useRealTimers());

  it('stays the same when it is tried again after a lost answer', async () => {
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    expect(await wishFor('a hammer')).toBe(await wishFor('a hammer'));
  });

  it.each([401, 429, 500, 503])('stays the same after an answer that decides nothing: %i', async (status) => {
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(refusal(status));
    expect(await wishFor('a hammer')).toBe(await wishFor('a hammer'));
  });

  it('is another for another wish', async () => {
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    expect(await wishFor('a hammer')).not.toBe(await wishFor('a saw'));
  });

  it('is the first wish’s own again when another came in between', async () => {
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    const first = await wishFor('a hammer');
    await wishFor('a saw');
    expect(await wishFor('a hammer')).toBe(first);
  });

  it('is another for the same wish once it was granted', async () => {
    const { wishFor } = openForm();
    expect(await wishFor('a hammer')).not.toBe(await wishFor('a hammer'));
  });

  it.each([400, 409])('is another for the same wish once it was refused: %i', async (status) => {
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(refusal(status));
    expect(await wishFor('a hammer')).not.toBe(await wishFor('a hammer'));
  });

  it('is each wish’s own when two are on the way at once', async () => {
    const { call, wishFor } = openForm();
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    for (const { promise } of answers) call.mockReturnValueOnce(promise);
    const both = [wishFor('a hammer'), wishFor('a saw')];
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    answers[1]?.resolve('done');
    answers[0]?.reject(lost);
    await Promise.all(both);
    const [hammer, saw] = call.mock.calls.map(([, key]) => key);
    expect(hammer).not.toBe(saw);
    expect(await wishFor('a hammer')).toBe(hammer);
    expect(await wishFor('a saw')).not.toBe(saw);
  });

  it('outlives the form and the page', async () => {
    const before = openForm();
    before.call.mockRejectedValueOnce(lost);
    const key = await before.wishFor('a hammer');
    expect(sessionStorage.getItem('pendingChanges')).toContain(key);
    vi.resetModules();
    const { keptKeys } = await import('./intent-keys.ts');
    expect(keptKeys.keyOf('order', 'a hammer')).toBe(key);
    expect(keptKeys.pending('order')).toMatchObject([{ key, wish: 'a hammer' }]);
  });

  it('is nobody else’s', async () => {
    const before = openForm();
    before.call.mockRejectedValueOnce(lost);
    const key = await before.wishFor('a hammer');
    signInAsShopper();
    expect(await openForm().wishFor('a hammer')).not.toBe(key);
  });

  it('stays its person’s own when their email becomes another', async () => {
    signInAsShopper();
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    const key = await wishFor('a hammer');
    const email = 'renamed@inventory.dev';
    storeAccess(fakeToken({ email }), { ...shopper, email });
    expect(await wishFor('a hammer')).toBe(key);
    storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse);
    expect(await wishFor('a hammer')).not.toBe(key);
  });

  it('is still its person’s where an earlier release kept it under their email', async () => {
    const of = { name: 'order', who: shopper.email, wish: '"a hammer"', at: Date.now() };
    sessionStorage.setItem('pendingChanges', JSON.stringify([{ ...of, key: 'k1' }]));
    signInAsShopper();
    expect(await openForm().wishFor('a hammer')).toBe('k1');
  });

  it('is not kept for longer than an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    const key = await wishFor('a hammer');
    vi.setSystemTime(Date.now() + 60 * 60_000);
    expect(await wishFor('a hammer')).not.toBe(key);
  });

  it('is kept for the last twenty wishes', async () => {
    const { call, wishFor } = openForm();
    call.mockRejectedValue(lost);
    const first = await wishFor('a hammer');
    for (let n = 1; n <= 20; n++) await wishFor(`nail ${n}`);
    expect(await wishFor('a hammer')).not.toBe(first);
    expect(JSON.parse(sessionStorage.getItem('pendingChanges') ?? '')).toHaveLength(20);
  });

  it('is kept in the page where nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { call, wishFor } = openForm();
    call.mockRejectedValueOnce(lost);
    expect(await wishFor('a hammer')).toBe(await wishFor('a hammer'));
    vi.restoreAllMocks();
  });

  it('is one for a change that has nothing to wish for, too', async () => {
    const { result } = renderHook(
      () => useChange({ name: 'sign out', call: (_: undefined, key) => call(key) }),
      inClient(),
    );
    const call = vi.fn(async (_key: string) => 'done').mockRejectedValueOnce(lost);
    const send = () => act(() => result.current.mutateAsync(undefined).catch(() => undefined));
    await send();
    await send();
    expect(call.mock.calls[1]).toEqual(call.mock.calls[0]);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is not looked for in what an earlier release kept of such a change', async () => {
    const of = { name: 'order', who: '', key: 'k1', at: Date.now() };
    sessionStorage.setItem('pendingChanges', JSON.stringify([{ ...of, wish: '' }]));
    expect(await openForm().wishFor('a hammer')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is another for each press where doing it twice is doing it once, since somebody may have undone it meanwhile', async () => {
    const { call, wishFor } = openForm({ isRepeatable: true });
    call.mockRejectedValueOnce(lost);
    expect(await wishFor('retire it')).not.toBe(await wishFor('retire it'));
    expect(sessionStorage.getItem('pendingChanges') ?? '[]').toBe('[]');
  });

  it('of a secret leaves nothing behind', async () => {
    const { call, wishFor } = openForm({ isSecret: true });
    call.mockRejectedValueOnce(lost);
    expect(await wishFor('a password')).toBe(await wishFor('a password'));
    call.mockRejectedValueOnce(lost);
    await wishFor('a password');
    expect(sessionStorage.getItem('pendingChanges') ?? '[]').toBe('[]');
  });
});

describe('a change that is pressed for twice in the same moment', () => {
  it('is sent and told of once, and again once it has ended', async () => {
    const { call, press } = openForm();
    const told = vi.fn();
    act(() => {
      press('a hammer', told);
      press('a hammer', told);
    });
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(call).toHaveBeenCalledOnce();
    call.mockRejectedValueOnce(lost);
    for (const times of [2, 3]) {
      act(() => press('a hammer', told));
      await waitFor(() => expect(told).toHaveBeenCalledTimes(times));
    }
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('is both where two are wished for', async () => {
    const { call, press } = openForm();
    act(() => {
      press('a hammer', () => {});
      press('a saw', () => {});
    });
    await waitFor(() => expect(call.mock.calls.map(([wish]) => wish)).toEqual(['a hammer', 'a saw']));
  });
});
