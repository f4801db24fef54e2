import { documentText } from './documents/document-text.ts';
import type { Addition, Sum } from './documents/sums.ts';
import type { DomainEvent, StoredEvent } from './event.ts';
import { byId, type IndexEntry } from './read-models.ts';

/** Under which key a document is listed; `sort` orders the documents of one key (default: by id). */
export type IndexKey = string | { readonly key: string; readonly sort: string };

/** What whoever reads the log does about an event that it fails at: it goes on without it, or stops alone. */
export type WhenFailing = 'park' | 'stop';

type Handler<Document, E extends DomainEvent> = {
  /** Which document the event concerns; undefined when it concerns none. */
  readonly id: (event: StoredEvent<E>) => string | undefined;
  /** The document is never there before: nobody looks for it, and what ends with the same batch was not written. */
  readonly begins?: true;
  /** What that document becomes; undefined ends it. */
  readonly evolve: (document: Document | undefined, event: StoredEvent<E>) => Document | undefined;
};

/**
 * Sums over the documents of one read model: kept with them, so that nobody has to count. An event that could not be
 * folded into its document adds nothing.
 */
type SumsDefinition<Document, E extends DomainEvent> = {
  /** What an event adds to which sums, from what it made of its document. */
  readonly of: (change: {
    readonly before: Document | undefined;
    readonly after: Document | undefined;
    readonly event: StoredEvent<E>;
  }) => readonly Addition[];
  readonly indexes: { readonly [name: string]: (sum: Sum) => IndexKey | readonly IndexKey[] | undefined };
};

/** How events become the documents of one read model. Pure. */
export type ProjectionDefinition<Document, E extends DomainEvent> = {
  readonly name: string;
  /** A new version is built anew from the first event, beside the old one. */
  readonly version: number;
  /** Fields that queries need and no answer shows. */
  readonly internal?: readonly (keyof Document & string)[];
  /**
   * What happens when an event cannot be folded. `park`, which is the default: the document that it concerns stays as it was
   * before, and all others go on. `stop`: nothing is shown that comes later, where one wrong document is worse than that.
   */
  readonly whenFailing?: WhenFailing;
  readonly indexes: { readonly [name: string]: (document: Document) => IndexKey | readonly IndexKey[] | undefined };
  /** The index under whose key '' every document is listed, whatever is in it: then no list is kept for that alone. */
  readonly everyIn?: string;
  readonly on: { readonly [Type in E['type']]?: Handler<Document, Extract<E, { type: Type }>> };
  readonly sums?: SumsDefinition<Document, E>;
};

/** A projection as the runner sees it, with the types of its documents and events forgotten. */
export type Projection<Document = unknown> = {
  readonly name: string;
  readonly version: number;
  /** What its documents are kept under: versions live side by side. */
  readonly storedAs: string;
  readonly whenFailing: WhenFailing;
  readonly handles: (type: string) => boolean;
  /** The types that it handles. */
  readonly types: readonly string[];
  readonly idOf: (event: StoredEvent) => string | undefined;
  /** Whether an event is the first of its document. */
  readonly begins: (event: StoredEvent) => boolean;
  readonly evolve: (document: unknown, event: StoredEvent) => unknown;
  readonly entriesOf: (document: unknown) => IndexEntry[];
  /** The list that every document is in, and whether it is kept for that alone, beside the entries. */
  readonly every: Pick<IndexEntry, 'index' | 'key'> & { readonly isBeside: boolean };
  /** A document as it is kept, and back. */
  readonly textOf: (document: unknown) => string;
  readonly documentOf: (text: string) => Document;
  /** Left out by a projection without sums. */
  readonly sums?: {
    readonly of: (before: unknown, after: unknown, event: StoredEvent) => readonly Addition[];
    readonly entriesOf: (sum: Sum) => IndexEntry[];
  };
};

/** What an index of sums is called among those of the documents. */
export function indexOfSums(name: string): string {
  return `sums ${name}`;
}

/** Declares a projection of documents of one kind from events of some kinds. */
export function projection<Document, E extends DomainEvent>(
  definition: ProjectionDefinition<Document, E>,
): Projection<Document> {
  // The table is indexed by the event's own type, so that each handler only ever meets events that it declared.
  const handlers = new Map(Object.entries(definition.on) as [string, Handler<unknown, DomainEvent>][]);
  const { sums } = definition;
  const texts = documentText<Document>(definition.internal ?? []);
  const entriesOf = entriesBy(definition.indexes);
  const entriesOfSum = entriesBy(sums?.indexes ?? {});
  return {
    name: definition.name,
    version: definition.version,
    storedAs: `${definition.name}.v${definition.version}`,
    whenFailing: definition.whenFailing ?? 'park',
    handles: (type) => handlers.has(type),
    types: [...handlers.keys()],
    idOf: (event) => handlers.get(event.type)?.id(event),
    begins: (event) => handlers.get(event.type)?.begins === true,
    evolve: (document, event) => handlers.get(event.type)?.evolve(document, event),
    entriesOf: (document) => entriesOf(document as Document),
    every: { index: definition.everyIn ?? byId, key: '', isBeside: definition.everyIn === undefined },
    textOf: (document) => texts.write(document as Document),
    documentOf: texts.read,
    ...(sums && {
      sums: {
        of: (before, after, event) =>
          sums.of({ before: before as Document, after: after as Document, event: event as StoredEvent<E> }),
        entriesOf: (sum) => entriesOfSum(sum).map((entry) => ({ ...entry, index: indexOfSums(entry.index) })),
      },
    }),
  };
}

/** Which entries something has by these indexes. Asked of every document that changes: so the indexes are listed once. */
function entriesBy<Of>(indexes: {
  readonly [name: string]: (of: Of) => IndexKey | readonly IndexKey[] | undefined;
}): (of: Of) => IndexEntry[] {
  const all = Object.entries(indexes);
  return (of) => {
    // With room for one a list and that of every document: an array that grows from nothing takes room for seventeen.
    const entries = new Array<IndexEntry>(all.length + 1);
    let count = 0;
    for (const [index, keysOf] of all) {
      const keys = keysOf(of);
      if (keys === undefined) continue;
      if (Array.isArray(keys)) for (const key of keys) entries[count++] = entryOf(index, key);
      else entries[count++] = entryOf(index, keys as IndexKey);
    }
    entries.length = count;
    return entries;
  };
}

function entryOf(index: string, key: IndexKey): IndexEntry {
  return typeof key === 'string' ? { index, key, sort: '' } : { index, key: key.key, sort: key.sort };
}
