import { shownIn } from './document-text.ts';
import { start } from './event-store.ts';
import type { Projection } from './projection.ts';
import type { ListQuery, ReadModels } from './read-models.ts';

/** The documents of one projection, for queries. The texts are JSON that can go out: without what is internal. */
export type View<Document> = {
  get(id: string): Promise<Document | undefined>;
  /** The same with what it is true as of, for who answers with it. */
  find(id: string): Promise<{ document: Document | undefined; asOf: bigint }>;
  text(id: string): Promise<{ text: string | undefined; asOf: bigint }>;
  list(query: ListQuery): Promise<{ documents: Document[]; next: string | undefined; asOf: bigint }>;
  texts(query: ListQuery): Promise<{ documents: string[]; next: string | undefined; asOf: bigint }>;
  count(index: string, key: string): Promise<number>;
};

/** Reads the documents of a projection. */
export function viewOf<Document>(readModels: ReadModels, projection: Projection<Document>): View<Document> {
  const { storedAs, documentOf } = projection;
  const find: View<Document>['find'] = async (id) => {
    const { document, asOf = start } = await readModels.get(storedAs, id);
    return { document: document === undefined ? undefined : documentOf(document), asOf };
  };
  return {
    find,
    get: async (id) => (await find(id)).document,
    async text(id) {
      const { document, asOf = start } = await readModels.get(storedAs, id);
      return { text: document === undefined ? undefined : shownIn(document), asOf };
    },
    async texts(query) {
      const { documents, next, asOf = start } = await readModels.list(storedAs, query);
      return { documents: documents.map(shownIn), next, asOf };
    },
    async list(query) {
      const { documents, next, asOf = start } = await readModels.list(storedAs, query);
      return { documents: documents.map(documentOf), next, asOf };
    },
    count: (index, key) => readModels.count(storedAs, index, key),
  };
}
