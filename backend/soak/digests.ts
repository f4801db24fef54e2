import { createHash } from 'node:crypto';
import { everyPage } from '../../modules/kernel/documents/every-page.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { ListQuery, ReadModels } from '../../modules/kernel/read-models.ts';
import { everySum } from '../feed/projections/folded-sums.ts';

export type Digest = { readonly documents: number; readonly lists: number; readonly sha256: string };

/**
 * What the read models of a projection show, in one hash: all documents, and every list in its order. Read page by page:
 * what a million orders leave does not fit into the memory.
 */
export async function digestOf(readModels: ReadModels, projection: Projection): Promise<Digest> {
  const hash = createHash('sha256');
  const list = (query: ListQuery) => readModels.list(projection.storedAs, query);
  const lists = new Set<string>();
  let documents = 0;
  for await (const page of everyPage(list, { ...projection.every, order: 'ascending' })) {
    for (const document of page) {
      documents += 1;
      hash.update(document).update('\n');
      for (const { index, key } of projection.entriesOf(projection.documentOf(document))) {
        lists.add(JSON.stringify({ index, key }));
      }
    }
  }
  const { sums } = projection;
  for await (const page of sums ? everyPage(list, { ...everySum, order: 'ascending' }) : []) {
    for (const sum of page) {
      hash.update(sum).update('\n');
      for (const { index, key } of sums?.entriesOf(JSON.parse(sum)) ?? []) lists.add(JSON.stringify({ index, key }));
    }
  }
  for (const name of [...lists].sort()) {
    hash.update(`${name}\n`);
    for await (const page of everyPage(list, { ...JSON.parse(name), order: 'ascending' })) {
      for (const document of page) hash.update(document).update('\n');
    }
  }
  return { documents, lists: lists.size, sha256: hash.digest('hex') };
}
