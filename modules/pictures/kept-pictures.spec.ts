import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SideRecord } from '../kernel/event-store.ts';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import { KeptPictures } from './kept-pictures.ts';

it('a picture that is kept in the memory takes no more of it than its bytes', async () => {
  const records = new InMemoryRecords();
  const small = Buffer.from('a small picture');
  await new KeptPictures(records).put('p1', { 320: small, 640: small, 1280: small });
  const kept = await new KeptPictures(records).get('p1', 320);
  expect(kept).toEqual(small);
  expect(kept?.buffer.byteLength).toBe(small.length);
});

/** Records that take a moment to read, as those of another machine do. */
class SlowRecords extends InMemoryRecords {
  reads = 0;

  override async get(key: string): Promise<SideRecord | undefined> {
    this.reads += 1;
    await nextRound();
    return super.get(key);
  }
}

it('a picture is read once for all who ask for it at the same time', async () => {
  const records = new SlowRecords();
  const small = Buffer.from('a small picture');
  await new KeptPictures(records).put('p1', { 320: small, 640: small, 1280: small });
  const pictures = new KeptPictures(records);
  const all = await Promise.all(Array.from({ length: 100 }, () => pictures.get('p1', 320)));
  expect(all.every((one) => one?.equals(small))).toBe(true);
  expect(records.reads).toBe(1);
});

it('a picture that could not be read is read again by who asks then', async () => {
  const records = new SlowRecords();
  const pictures = new KeptPictures(records);
  expect(await Promise.all([pictures.get('p1', 320), pictures.get('p1', 320)])).toEqual([undefined, undefined]);
  const small = Buffer.from('a small picture');
  await pictures.put('p1', { 320: small, 640: small, 1280: small });
  expect(await pictures.get('p1', 320)).toEqual(small);
});
