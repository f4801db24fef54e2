import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Change, IndexEntry, ReadModels } from '../../../modules/kernel/read-models.ts';

/** Two connections to one store, for a part of the contract to work with. They are there once its tests run. */
export type Bench = {
  readonly store: ReadModels;
  readonly other: ReadModels;
  /** One more connection, which the test closes itself. */
  readonly open: () => Promise<ReadModels>;
};

export function benchOf(open: () => Promise<ReadModels>): Bench {
  const opened: ReadModels[] = [];
  beforeAll(async () => {
    opened.push(await open(), await open());
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
  });
  const at = (place: number) => {
    const store = opened[place];
    if (!store) throw new Error('The stores are opened before the first test, not earlier.');
    return store;
  };
  return {
    open,
    get store() {
      return at(0);
    },
    get other() {
      return at(1);
    },
  };
}

/** A name that nothing else in the store has. */
export function newProjection(): string {
  return `test-${randomUUID()}.v1`;
}

/** The document `{"is": is}` under an id, listed where the entries say. */
export function put(id: string, is: string | number = id, ...entries: IndexEntry[]): Change {
  return { id, document: JSON.stringify({ is }), entries };
}

/** The end of a document. */
export function end(id: string): Change {
  return { id, document: undefined, entries: [] };
}

/** What the documents of `put` say they are. */
export function said(documents: readonly (string | undefined)[]): unknown[] {
  return documents.map((document) => document && JSON.parse(document).is);
}
