import { shownIn, shownInAll } from './document-text.ts';
import { start } from './event-store.ts';
import { indexOfSums, type Projection } from './projection.ts';
import type { ListQuery, ReadModels } from './read-models.ts';
import { isIdOfSum, type Sum } from './sums.ts';

/** An id that no document has: who asks for it is told the checkpoint alone. */
const nobody = '';

/** The documents of one projection, for queries. The texts are JSON that can go out: without what is internal. */
export type View<Document> = {
  get(id: string): Promise<Document | undefined>;
  /** The same with what it is true as of, for who answers with it. */
  find(id: string): Promise<{ document: Document | undefined; asOf: bigint }>;
  text(id: string): Promise<{ text: string | undefined; asOf: bigint }>;
  /** What a reading that begins now is true as of, at the least. */
  asOf(): Promise<bigint>;
  list(query: ListQuery): Promise<{ documents: Document[]; next: string | undefined; asOf: bigint }>;
  texts(query: ListQuery): Promise<{ documents: string[]; next: string | undefined; asOf: bigint }>;
  count(index: string, key: string): Promise<number>;
  /** Sums that the projection keeps beside its documents, all of one moment. */
  sums(query: ListQuery): Promise<{ sums: Sum[]; next: string | undefined; asOf: bigint }>;
};

/**
 * Reads the documents of a projection.
 * @param read makes a document of its text, where something better is known than to parse it each time
 */
export function viewOf<Document>(
  readModels: ReadModels,
  projection: Projection<Document>,
  read: (id: string, text: string) => Document = (_id, text) => projection.documentOf(text),
): View<Document> {
  const { storedAs, documentOf } = projection;
  /** Without this, who asks for an order by the id of a sum would be shown it. */
  const text = async (id: string) => {
    const { document, asOf = start } = await readModels.get(storedAs, id);
    return { text: projection.sums && isIdOfSum(id) ? undefined : document, asOf };
  };
  const find: View<Document>['find'] = async (id) => {
    const { text: found, asOf } = await text(id);
    return { document: found === undefined ? undefined : read(id, found), asOf };
  };
  return {
    find,
    get: async (id) => (await find(id)).document,
    async text(id) {
      const { text: found, asOf } = await text(id);
      return { text: found === undefined ? undefined : shownIn(found), asOf };
    },
    async asOf() {
      const { asOf = start } = await readModels.get(storedAs, nobody);
      return asOf;
    },
    async texts(query) {
      const { documents, next, asOf = start } = await readModels.list(storedAs, query);
      return { documents: shownInAll(documents), next, asOf };
    },
    async list(query) {
      const { documents, next, asOf = start } = await readModels.list(storedAs, query);
      return { documents: documents.map(documentOf), next, asOf };
    },
    count: (index, key) => readModels.count(storedAs, index, key),
    async sums({ index, ...query }) {
      const listed = { ...query, index: indexOfSums(index) };
      const { documents, next, asOf = start } = await readModels.list(storedAs, listed);
      return { sums: documents.map((document) => JSON.parse(document)), next, asOf };
    },
  };
}
