import { start } from '../event-store.ts';
import { indexOfSums, type Projection } from '../projection.ts';
import type { ListQuery, ReadModels } from '../read-models.ts';
import { shownIn, shownInAll } from './document-text.ts';
import { isIdOfSum, type Sum } from './sums.ts';

/** An id that no document has: whoever asks for it is told the checkpoint alone. */
const nobody = '';

/** The documents of one projection, for queries. The texts are JSON that can go out: without what is internal. */
export type View<Document> = {
  /** The document, if it is there and can be said at once. */
  known(id: string): Document | undefined;
  get(id: string): Promise<Document | undefined>;
  /** The same with what it is true as of, for whoever answers with it. */
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
  /** Without this, whoever asks for an order by the id of a sum would be shown it. */
  const textIn = (id: string, text: string | undefined) => (projection.sums && isIdOfSum(id) ? undefined : text);
  const documentIn = (id: string, found: string | undefined) => {
    const text = textIn(id, found);
    return text === undefined ? undefined : read(id, text);
  };
  // Most of what is asked for by its id is in the memory: each promise that is made all the same is work for everybody.
  const now = (id: string) => readModels.getNow?.(storedAs, id);
  return {
    known: (id) => documentIn(id, now(id)?.document),
    async get(id) {
      const { document } = now(id) ?? (await readModels.get(storedAs, id));
      return documentIn(id, document);
    },
    async find(id) {
      const { document, asOf = start } = now(id) ?? (await readModels.get(storedAs, id));
      return { document: documentIn(id, document), asOf };
    },
    async text(id) {
      const { document, asOf = start } = now(id) ?? (await readModels.get(storedAs, id));
      const text = textIn(id, document);
      return { text: text === undefined ? undefined : shownIn(text), asOf };
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
