import type { ListQuery } from '../read-models.ts';
import { longestPage } from '../wire/wire.ts';

type Query = Omit<ListQuery, 'limit' | 'after'> & { readonly limit?: number };
type Page<Document> = { readonly documents: Document[]; readonly next: string | undefined };

/** Reads through a whole list, a page at a time, so that it need not fit into the memory. Others may write in between. */
export async function* everyPage<Document>(
  list: (query: ListQuery) => Promise<Page<Document>>,
  { limit = longestPage, ...listed }: Query,
): AsyncGenerator<Document[]> {
  let after: string | undefined;
  do {
    const page = await list({ ...listed, limit, after });
    yield page.documents;
    after = page.next;
  } while (after !== undefined);
}
