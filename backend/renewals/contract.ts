import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acted, type Renewal, renewed } from '../../modules/identity/sessions/renewal.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';

/** What every adapter of the Renewals port must do. Each call of `open` gives another connection to the same store. */
export function renewalsContract(name: string, open: () => Promise<Renewals>): void {
  describe(`renewals in ${name}`, () => {
    let [one, other]: Renewals[] = [];
    beforeAll(async () => {
      [one, other] = [await open(), await open()];
    });
    afterAll(async () => {
      await one?.close();
      await other?.close();
    });
    const stores = () => {
      if (!one || !other) throw new Error('The stores are open only while tests run.');
      return [one, other] as const;
    };
    const later = () => new Date(Date.now() + 60_000);

    it('knows nothing of a session that was never renewed', async () => {
      const [store] = stores();
      expect(await store.find(randomUUID())).toBeUndefined();
    });

    it('keeps what a session became, for every process', async () => {
      const [store, beside] = stores();
      const sid = randomUUID();
      const kept: Renewal = { settled: 3, recent: [[4, 1_000]], actedAt: 2_000 };
      expect(await store.change(sid, later(), () => kept)).toEqual(kept);
      expect(await beside.find(sid)).toEqual(kept);
      expect(await beside.change(sid, later(), () => undefined)).toEqual(kept);
      expect(await beside.find(randomUUID())).toBeUndefined();
    });

    it('loses none of many changes at once', async () => {
      const [store, beside] = stores();
      const sid = randomUUID();
      const next = (before: Renewal | undefined): Renewal => ({ settled: (before?.settled ?? 0) + 1, recent: [] });
      const many = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : beside).change(sid, later(), next));
      await Promise.all(many);
      expect(await store.find(sid)).toMatchObject({ settled: 20 });
    });

    it('gives the next cookie to all who use one at the same moment, and a copy used later to nobody', async () => {
      const [store, beside] = stores();
      const sid = randomUUID();
      const use = async (from: Renewals, generation: number, now: number) => {
        let next: number | undefined;
        await from.change(sid, later(), (before) => {
          const outcome = renewed(before, generation, now);
          next = outcome?.next;
          return outcome?.renewal;
        });
        return next;
      };
      expect(await Promise.all([use(store, 0, 0), use(beside, 0, 0), use(store, 0, 5)])).toEqual([1, 1, 1]);
      expect(await use(beside, 1, 10)).toBe(2);
      expect(await use(store, 0, 10_009)).toBe(2);
      expect(await use(store, 0, 10_010)).toBeUndefined();
      expect(await use(beside, 1, 10_010)).toBe(2);
    });

    it('keeps the last act beside it', async () => {
      const [store, beside] = stores();
      const sid = randomUUID();
      await store.change(sid, later(), (before) => acted(before, 5_000));
      await beside.change(sid, later(), (before) => acted(before, 4_000));
      await store.change(sid, later(), (before) => renewed(before, 1, 6_000)?.renewal);
      expect(await beside.find(sid)).toEqual({ settled: 0, recent: [[1, 6_000]], actedAt: 5_000 });
    });

    it('forgets it when its time is over', async () => {
      const [store] = stores();
      const sid = randomUUID();
      await store.change(sid, new Date(Date.now() + 30), () => ({ settled: 1, recent: [] }));
      await expect.poll(() => store.find(sid)).toBeUndefined();
    });
  });
}
