import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { newEvent, newStream, type TheStore } from './some-events.ts';

const newKey = () => `record-${randomUUID()}`;

export function keepingRecords(store: TheStore): void {
  const records = () => store().records;

  describe('records beside the log', () => {
    it('are read as they were put last', async () => {
      const key = newKey();
      expect(await records().get(key)).toBeUndefined();
      await records().put(key, 'one', 'none');
      await records().put(key, 'two', 'any');
      expect((await records().get(key))?.value).toBe('two');
    });

    it('are put by who has read the last of them, and by nobody who has not', async () => {
      const key = newKey();
      const first = await records().put(key, 'one', 'none');
      expect((await records().get(key))?.version).toBe(first);
      const second = await records().put(key, 'two', first);
      await expect(records().put(key, 'three', first)).rejects.toThrow(WrongExpectedRevision);
      await expect(records().put(key, 'three', 'none')).rejects.toThrow(WrongExpectedRevision);
      await expect(records().put(newKey(), 'three', second)).rejects.toThrow(WrongExpectedRevision);
      expect((await records().get(key))?.value).toBe('two');
    });

    it('are put by one of many who put the first of them at the same moment', async () => {
      const key = newKey();
      const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((value) => records().put(key, value, 'none')));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are gone once they were deleted, and may come again', async () => {
      const key = newKey();
      await records().delete(key);
      await records().put(key, 'one', 'none');
      await records().delete(key);
      expect(await records().get(key)).toBeUndefined();
      expect(await Array.fromAsync(records().keys(key))).toEqual([]);
      await records().put(key, 'again', 'none');
      expect((await records().get(key))?.value).toBe('again');
    });

    it('may come again when they were deleted at the moment when they were put', async () => {
      const key = newKey();
      await Promise.all([records().put(key, 'one', 'none'), records().delete(key)]);
      await records().put(key, 'again', (await records().get(key))?.version ?? 'none');
      expect((await records().get(key))?.value).toBe('again');
    });

    it('are deleted by who has read the last of them, and by nobody who has not', async () => {
      const key = newKey();
      const first = await records().put(key, 'one', 'none');
      const second = await records().put(key, 'two', first);
      await expect(records().delete(key, first)).rejects.toThrow(WrongExpectedRevision);
      expect((await records().get(key))?.value).toBe('two');
      await records().delete(key, second);
      expect(await records().get(key)).toBeUndefined();
      for (const gone of [key, newKey()]) await records().delete(gone, second);
    });

    it('are at no version of before when they come again, so that nobody deletes or puts what they have not read', async () => {
      const key = newKey();
      const first = await records().put(key, 'one', 'none');
      const second = await records().put(key, 'two', first);
      await records().delete(key, second);
      const versions = [await records().put(key, 'again', 'none')];
      versions.push(await records().put(key, 'and again', 'any'));
      for (const before of [first, second]) {
        expect(versions).not.toContain(before);
        await expect(records().delete(key, before)).rejects.toThrow(WrongExpectedRevision);
        await expect(records().put(key, 'three', before)).rejects.toThrow(WrongExpectedRevision);
      }
      expect((await records().get(key))?.value).toBe('and again');
    });

    it('are found by what their keys begin with', async () => {
      const key = newKey();
      for (const end of ['-b', '-a', '']) await records().put(`${key}${end}`, end, 'none');
      expect(await Array.fromAsync(records().keys(key))).toEqual([key, `${key}-a`, `${key}-b`]);
      expect(await Array.fromAsync(records().keys(`${key}-`))).toEqual([`${key}-a`, `${key}-b`]);
    });

    it('are found all and once, however many there are, while others of them come and go', async () => {
      const key = newKey();
      const keys = Array.from({ length: 1_100 }, (_, n) => `${key}-${`${n}`.padStart(4, '0')}`);
      await Promise.all(keys.map((each) => records().put(each, '', 'none')));
      await records().put(`${key}.`, 'behind all of them', 'none');
      const found: string[] = [];
      for await (const each of records().keys(`${key}-`)) {
        if (found.push(each) === 10) await records().delete(each);
        if (found.length === 20) await records().put(`${key}-`, 'before all of them', 'none');
      }
      expect(found).toEqual(keys);
    });

    it('are no part of the history', async () => {
      const { position } = await store().append(newStream(), 'none', [newEvent()]);
      const key = newKey();
      await records().put(key, 'one', 'none');
      await records().put(key, 'two', 'any');
      const { events, caughtUp } = await store().readAll({ after: position, limit: 100 });
      expect(events).toEqual([]);
      expect(caughtUp).toBe(true);
      expect(await store().readStream(key)).toEqual([]);
    });
  });
}
