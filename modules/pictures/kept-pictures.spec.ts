import { expect, it } from 'vitest';
import { InMemoryRecords } from '../kernel/in-memory-records.ts';
import { KeptPictures } from './kept-pictures.ts';

it('a picture that is kept in the memory takes no more of it than its bytes', async () => {
  const records = new InMemoryRecords();
  const small = Buffer.from('a small picture');
  await new KeptPictures(records).put('p1', { 320: small, 640: small, 1280: small });
  const kept = await new KeptPictures(records).get('p1', 320);
  expect(kept).toEqual(small);
  expect(kept?.buffer.byteLength).toBe(small.length);
});
