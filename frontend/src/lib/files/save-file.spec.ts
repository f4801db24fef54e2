import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveFile } from './save-file.ts';

describe('a file that the browser is to keep', () => {
  afterEach(() => vi.restoreAllMocks());

  it('can be read until the next one is saved, however long it takes', () => {
    const held = new Set<string>();
    const saved: { name: string; address: string }[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      const address = `blob:${saved.length}`;
      held.add(address);
      return address;
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void held.delete(address));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, address: this.href });
    });
    vi.useFakeTimers();
    saveFile(new Blob(['a']), 'orders.csv');
    vi.advanceTimersByTime(24 * 60 * 60_000);
    vi.useRealTimers();
    expect(saved).toEqual([{ name: 'orders.csv', address: 'blob:0' }]);
    expect([...held]).toEqual(['blob:0']);

    saveFile(new Blob(['b']), 'products.csv');
    expect(saved[1]).toEqual({ name: 'products.csv', address: 'blob:1' });
    expect([...held]).toEqual(['blob:1']);
  });
});
