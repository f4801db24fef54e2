import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import type { ListQuery } from '../read-models.ts';
import { everyPage } from './every-page.ts';

describe('reading through a list', () => {
  it('meets every document once, and never asks for more than a page', async () => {
    const readModels = new InMemoryReadModels();
    const ids = Array.from({ length: 25 }, (_, n) => String(n).padStart(2, '0'));
    const entries = [{ index: 'all', key: '', sort: '' }];
    await readModels.commit(
      'p',
      undefined,
      1n,
      ids.map((id) => ({ id, document: JSON.stringify(id), entries })),
    );
    const list = (query: ListQuery) => readModels.list('p', query);
    const pages: string[][] = [];
    for await (const page of everyPage(list, { index: 'all', key: '', order: 'ascending', limit: 10 }))
      pages.push(page);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(pages.flat().map((text) => JSON.parse(text))).toEqual(ids);
  });
});
