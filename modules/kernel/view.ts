import { shownIn } from './document-text.ts';
import type { Projection } from './projection.ts';
import type { ListQuery, ReadModels } from './read-models.ts';

/** The documents of one projection, for queries. The texts are JSON that can go out: without what is internal. */
export type View<Document> = {
  get(id: string): Promise<Document | undefined>;
  text(id: string): Promise<string | undefined>;
  list(query: ListQuery): Promise<{ documents: Document[]; next: string | undefined }>;
  texts(query: ListQuery): Promise<{ documents: string[]; next: string | undefined }>;
  count(index: string, key: string): Promise<number>;
};

/** Reads the documents of a projection. */
export function viewOf<Document>(readModels: ReadModels, projection: Projection<Document>): View<Document> {
  const { storedAs, documentOf } = projection;
  return {
    async text(id) {
      const text = await readModels.get(storedAs, id);
      return text === undefined ? undefined : shownIn(text);
    },
    async texts(query) {
      const { documents, next } = await readModels.list(storedAs, query);
      return { documents: documents.map(shownIn), next };
    },
    count: (index, key) => readModels.count(storedAs, index, key),
    async get(id) {
      const text = await readModels.get(storedAs, id);
      return text === undefined ? undefined : documentOf(text);
    },
    async list(query) {
      const { documents, next } = await readModels.list(storedAs, query);
      return { documents: documents.map(documentOf), next };
    },
  };
}
