import type { Written } from '../sqlite-writes.ts';

/**
 * Documents on their way to the thread that writes them: the id, the document and the entries of each, one behind the other as one
 * text, and how long each of them is. As texts of their own they would wait in that thread for up to half a second, and be copied by
 * its garbage collector from the young generation to the old one: 5 kB an order.
 */
export type PackedDocuments = { readonly texts: string; readonly lengths: Int32Array };

/** How many texts a document is. */
const each = 3;
/** For how long a document counts that is to go. */
const gone = -1;

export function packDocuments(documents: readonly Written[]): PackedDocuments {
  const texts: string[] = [];
  const lengths = new Int32Array(each * documents.length);
  let at = 0;
  for (const { id, document, entries } of documents) {
    texts.push(id, document ?? '', entries);
    lengths[at++] = id.length;
    lengths[at++] = document?.length ?? gone;
    lengths[at++] = entries.length;
  }
  return { texts: texts.join(''), lengths };
}

export function countOf({ lengths }: PackedDocuments): number {
  return lengths.length / each;
}

/** The documents again. Their texts are parts of the one, which stays in the memory for as long as any of them does. */
export function unpackDocuments({ texts, lengths }: PackedDocuments): Written[] {
  const documents: Written[] = [];
  let to = 0;
  const next = (at: number) => {
    const from = to;
    to += Math.max(0, lengths[at] ?? 0);
    return texts.slice(from, to);
  };
  for (let at = 0; at < lengths.length; at += each) {
    const [id, document, entries] = [next(at), next(at + 1), next(at + 2)];
    documents.push({ id, document: lengths[at + 1] === gone ? undefined : document, entries });
  }
  return documents;
}
