import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import '../testing/browser.ts';
import { createQueryClient } from '../app/query-client.ts';
import { useChange } from './use-change.ts';

function setup() {
  const call = vi.fn(async (_wish: string, _key: string): Promise<string> => 'done');
  const { result } = renderHook(() => useChange({ call }), {
    wrapper: ({ children }) => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>,
  });
  const wishFor = (wish: string) => act(() => result.current.mutateAsync(wish).catch(() => undefined));
  const keys = () => call.mock.calls.map(([, key]) => key);
  return { call, wishFor, keys };
}

describe('the key of a change', () => {
  it('stays the same when it is tried again after a failure', async () => {
    const { call, wishFor, keys } = setup();
    call.mockRejectedValueOnce(new Error('No answer'));
    await wishFor('a hammer');
    await wishFor('a hammer');
    expect(keys()[0]).toBe(keys()[1]);
  });

  it('is another for another wish', async () => {
    const { call, wishFor, keys } = setup();
    call.mockRejectedValueOnce(new Error('No answer'));
    await wishFor('a hammer');
    await wishFor('a saw');
    expect(keys()[0]).not.toBe(keys()[1]);
  });

  it('is another for the same wish once it was granted', async () => {
    const { wishFor, keys } = setup();
    await wishFor('a hammer');
    await wishFor('a hammer');
    expect(keys()[0]).not.toBe(keys()[1]);
  });
});
