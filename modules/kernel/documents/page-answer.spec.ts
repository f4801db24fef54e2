import { describe, expect, it } from 'vitest';
import { pageAnswer } from './page-answer.ts';

const page = (documents: string[], next?: string) => ({ documents, next, asOf: 7n });
const documents = ['{"_id":"a"}', '{"_id":"ä"}'];

describe('a page as an answer', () => {
  it.each([
    [[], '[]'],
    [['{"_id":"a"}'], '[{"_id":"a"}]'],
    [documents, '[{"_id":"a"},{"_id":"ä"}]'],
  ])('is the JSON array of its documents: %j', (of, json) => {
    expect(String(pageAnswer('/tool', {}, page(of)).json)).toBe(json);
  });

  it('says where the next page is, by whichever address it was asked for', () => {
    const link = (path: string, query: Record<string, string | number | undefined>, next: string) =>
      pageAnswer(path, query, page(documents, next)).headers?.Link;
    expect(link('/tool', { limit: 2, sort: undefined }, 'n 1')).toBe('</tool?limit=2&after=n+1>; rel="next"');
    expect(link('/tool', { limit: 2, after: 'before' }, 'n2')).toBe('</tool?limit=2&after=n2>; rel="next"');
    expect(link('/reviews', { limit: 2 }, 'n2')).toBe('</reviews?limit=2&after=n2>; rel="next"');
    expect(pageAnswer('/tool', { limit: 2 }, page(documents)).headers).toBeUndefined();
  });

  it('is the same bytes for the same list of documents', () => {
    expect(pageAnswer('/tool', {}, page(documents)).json).toBe(
      pageAnswer('/tool', { limit: 1 }, page(documents, 'n')).json,
    );
  });

  it('keeps no memory but its own, as it is kept for as long as its documents are', () => {
    const { json } = pageAnswer('/tool', {}, page(['{"_id":"a"}']));
    expect(Buffer.isBuffer(json) && json.buffer.byteLength).toBe('[{"_id":"a"}]'.length);
  });
});
