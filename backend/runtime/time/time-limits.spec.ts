import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { timeLimit } from './time-limits.ts';

describe('a limit of time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('calls once, a tick late at most, and no sooner', async () => {
    const late = vi.fn();
    timeLimit(1_000, late);
    await vi.advanceTimersByTimeAsync(999);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(22);
    expect(late).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(late).toHaveBeenCalledOnce();
  });

  it('begins anew when something is heard', async () => {
    const late = vi.fn();
    const { refresh } = timeLimit(1_000, late);
    await vi.advanceTimersByTimeAsync(900);
    refresh();
    await vi.advanceTimersByTimeAsync(900);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(late).toHaveBeenCalledOnce();
  });

  it('is over for good once nobody waits, and no timer is left of it', async () => {
    const [one, other] = [vi.fn(), vi.fn()];
    timeLimit(1_000, one).end();
    timeLimit(1_000, other);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(one).not.toHaveBeenCalled();
    expect(other).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
