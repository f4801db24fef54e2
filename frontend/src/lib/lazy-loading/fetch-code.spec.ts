import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import '../../testing/browser.ts';
import { fakeShop } from '../../testing/fake-shop.ts';
import { NoAnswer } from '../api/api-error.ts';
import { CodeGone, fetchCode } from './fetch-code.ts';

const notFetched = new TypeError('Failed to fetch dynamically imported module');
const answers = () => fakeShop.use(http.get('*/health/live', () => HttpResponse.json({ status: 'ok' })));

describe('code that could not be fetched', () => {
  it('is fetched once more where the shop answers: the connection may have come back in between', async () => {
    answers();
    const load = vi.fn().mockRejectedValueOnce(notFetched).mockResolvedValueOnce('the code');
    expect(await fetchCode(load)).toBe('the code');
  });

  it('is gone where the shop answers and has it not', async () => {
    answers();
    const load = vi.fn().mockRejectedValue(notFetched);
    await expect(fetchCode(load)).rejects.toBeInstanceOf(CodeGone);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is not asked for again while nobody answers', async () => {
    fakeShop.use(http.get('*/health/live', () => HttpResponse.error()));
    const load = vi.fn().mockRejectedValue(notFetched);
    await expect(fetchCode(load)).rejects.toBeInstanceOf(NoAnswer);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
