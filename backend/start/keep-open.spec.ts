import { describe, expect, it, vi } from 'vitest';
import { openLog } from '../runtime/logging/log.ts';
import { keepOpen } from './keep-open.ts';
import type { Shop } from './shop.ts';

const log = openLog('silent');

/** Shops that are opened one after the other, each with what says that its log was put back. */
function shops(open: (number: number) => Promise<void> = async () => {}) {
  const opened: { shop: Shop; putBack: () => void; close: () => Promise<void> }[] = [];
  const next = async () => {
    await open(opened.length);
    const { promise: whenPutBack, resolve: putBack } = Promise.withResolvers<void>();
    const close = vi.fn(async () => {});
    const shop = { origin: `http://shop:${opened.length}`, demo: undefined, close, whenPutBack };
    opened.push({ shop, putBack, close });
    return shop;
  };
  return { opened, next };
}

describe('a shop that is kept open', () => {
  it('is closed and another is opened in its place, as often as its log was put back', async () => {
    const { opened, next } = shops();
    const kept = await keepOpen(next, log);
    for (const count of [1, 2, 3]) {
      opened.at(-1)?.putBack();
      await expect.poll(() => kept.shop().origin).toBe(`http://shop:${count}`);
      expect(opened.map(({ close }) => vi.mocked(close).mock.calls.length)).toEqual([...Array(count).fill(1), 0]);
    }
    await kept.close();
    opened.at(-1)?.putBack();
    await Promise.resolve();
    expect(opened).toHaveLength(4);
    expect(opened.at(-1)?.close).toHaveBeenCalledOnce();
  });

  it('that is closed while another is opened closes that one', async () => {
    const opening = Promise.withResolvers<void>();
    const { opened, next } = shops((number) => (number === 0 ? Promise.resolve() : opening.promise));
    const kept = await keepOpen(next, log);
    opened[0]?.putBack();
    await expect.poll(() => vi.mocked(opened[0]?.close ?? vi.fn()).mock.calls.length).toBe(1);
    const closed = kept.close();
    opening.resolve();
    await closed;
    expect(opened).toHaveLength(2);
    expect(opened[1]?.close).toHaveBeenCalledOnce();
  });

  it('is given up while another is opened for longer than who stops it waits', async () => {
    const { opened, next } = shops((number) => (number === 0 ? Promise.resolve() : new Promise<never>(() => {})));
    const kept = await keepOpen(next, log, 10);
    opened[0]?.putBack();
    await expect.poll(() => vi.mocked(opened[0]?.close ?? vi.fn()).mock.calls.length).toBe(1);
    await kept.close();
    expect(opened[0]?.close).toHaveBeenCalledOnce();
  });

  it('tells that it could not be opened again', async () => {
    const { opened, next } = shops(async (number) => {
      if (number === 1) throw new Error('refused');
    });
    const kept = await keepOpen(next, log);
    opened[0]?.putBack();
    await expect(kept.failed).rejects.toThrow('refused');
  });

  it('is not there when it cannot be opened at first', async () => {
    await expect(keepOpen(() => Promise.reject(new Error('refused')), log)).rejects.toThrow('refused');
  });
});
