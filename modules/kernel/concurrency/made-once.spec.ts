import { describe, expect, it } from 'vitest';
import { madeOnce } from './made-once.ts';

describe('what is made once', () => {
  it('is made for the first who asks, and is the same for all', async () => {
    let times = 0;
    const asked = madeOnce(async () => ({ times: ++times }));
    expect(times).toBe(0);
    const [one, other] = await Promise.all([asked(), asked()]);
    expect(one).toEqual({ times: 1 });
    expect(other).toBe(one);
    expect(await asked()).toBe(one);
  });

  it('is made anew for who asks after it failed, which all hear who waited for it', async () => {
    let times = 0;
    const asked = madeOnce(async () => {
      times += 1;
      if (times === 1) throw new Error('EMFILE');
      return times;
    });
    const [one, other] = [asked(), asked()];
    await expect(one).rejects.toThrow('EMFILE');
    await expect(other).rejects.toThrow('EMFILE');
    expect(await asked()).toBe(2);
    expect(await asked()).toBe(2);
  });
});
