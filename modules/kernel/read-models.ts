/** Under which key, and where among that key's documents, a document is listed. Both are compared as UTF-8 bytes. */
export type IndexEntry = { readonly index: string; readonly key: string; readonly sort: string };

/**
 * The index of documents by their ids: under a key are those whose ids begin with it, and which say so by an entry; under '' all
 * that do. Its entries have no `sort`. A store needs no rows for it where it finds documents by their ids anyway.
 */
export const byId = '*';

/** What becomes of one document: its JSON text and its index entries, or its end. */
export type Change = {
  readonly id: string;
  readonly document: string | undefined;
  readonly entries: readonly IndexEntry[];
  /** No document had this id before, so that the store need not look for one. Left out where that is not known. */
  readonly isNew?: boolean;
  /** Its text and its entries are made at each reading of these fields: read them once, or not at all where it changes again. */
  readonly isLate?: boolean;
};

export type ListQuery = {
  readonly index: string;
  readonly key: string;
  /** By `sort`, then by id. */
  readonly order: 'ascending' | 'descending';
  /** How many at most, from 1 to `longestPage`: nobody gets a list whole. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string;
  /** When it aborts before the list's turn to be read has come, the list is not read. */
  readonly signal?: AbortSignal;
  /** It is one of many pieces that are read for one answer: it waits for its turn however short it is. */
  readonly isPiece?: boolean;
};

/**
 * What a reading is true as of: all that the projection made of events up to this position is in it, and what comes after
 * may be. Read together with the rest or before it, never after. Undefined while the projection has applied nothing.
 */
export type AsOf = { readonly asOf: bigint | undefined };

export type Found = AsOf & { readonly document: string | undefined };
export type Counted = AsOf & { readonly count: number };
export type Page = AsOf & { readonly documents: string[]; readonly next: string | undefined };

/** Where a document is listed. */
export type Listing = IndexEntry & { readonly id: string };

/** A piece of all documents of a projection, each with its id, as they were at one moment. */
export type ScannedDocuments = AsOf & {
  readonly documents: readonly { readonly id: string; readonly document: string }[];
  readonly next: string | undefined;
};

/** A piece of all that is listed by a projection, as it was at one moment. */
export type ScannedListings = AsOf & { readonly listings: readonly Listing[]; readonly hasMore: boolean };

/**
 * Reading all that is there, whether or not anybody would find it, for whoever compares read models. `limit` is how much a piece
 * has, about.
 */
export type Scanning = {
  /** Documents and sums, in any order. Those that are there all the time come once at least, and all once where `isOnce`. */
  documents(
    projection: string,
    options: { readonly after?: string; readonly limit: number },
  ): Promise<ScannedDocuments>;
  readonly isOnce: boolean;
  /** How many documents and sums there are. */
  size(projection: string): Promise<number>;
  /**
   * What is listed, by index, key, sort and id, as their bytes are. The index by ids (see `byId`) may be left out by a store that
   * keeps none.
   */
  listings(projection: string, options: { readonly after?: Listing; readonly limit: number }): Promise<ScannedListings>;
};

/**
 * Documents that answer GET calls, kept by projections. Each adapter passes backend/read-models/contract.ts.
 * Documents are texts (see document-text.ts). Every method rejects with `Unavailable` while the store cannot be reached.
 */
export interface ReadModels {
  /**
   * How many events this store takes well in one commit: a projection that is far behind folds no more than that at once. Left
   * out by a store that keeps everybody waiting while it writes.
   */
  readonly mostPerCommit?: number | undefined;
  /**
   * Whether it does what it is asked in the order in which it was asked: after a commit one may read, and commit further, without
   * waiting for its answer; and a commit is refused when the one that it was to follow was.
   */
  readonly isInOrder?: boolean | undefined;
  /** Whether nodes share it, and each sees at once what another has committed: then one may do the work for all. */
  readonly isShared?: boolean | undefined;
  get(projection: string, id: string): Promise<Found>;
  /**
   * The same, where it can be said at once; undefined where something would have to be read or waited for. What is asked for with
   * every call costs next to nothing then. Left out by a store that must ask somebody.
   */
  getNow?(projection: string, id: string): Found | undefined;
  /** In the order of the ids. */
  getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]>;
  /** @throws Invalid for a cursor that this store did not give out; RangeError for a limit that no page may have. */
  list(projection: string, query: ListQuery): Promise<Page>;
  /**
   * Whether a page is in the memory, so that reading it costs next to nothing, unless it turns out that another node has changed it.
   * Left out by a store of which nobody needs to know.
   */
  isAtHand?(projection: string, query: ListQuery): boolean;
  count(projection: string, index: string, key: string): Promise<number>;
  /** The same, and what it is true as of. Left out by a store that does not come to know that with it. */
  counted?(projection: string, index: string, key: string): Promise<Counted>;
  /** The position up to which the projection has been applied; undefined when it never was. */
  checkpoint(projection: string): Promise<bigint | undefined>;
  /**
   * Writes the changes and moves the checkpoint, together or not at all.
   * @throws CheckpointMoved when the stored checkpoint is not `expected`; or is, but of a projection that was dropped and built
   * anew since this store read or moved it.
   */
  commit(projection: string, expected: bigint | undefined, next: bigint, changes: readonly Change[]): Promise<void>;
  /** Forgets the projection: documents, indexes, checkpoint. */
  drop(projection: string): Promise<void>;
  /** Has the store look anew how far the projection is, whatever it remembers. Left out by a store that remembers nothing. */
  forget?(projection: string): void;
  /**
   * Takes off the disk what was deleted or replaced: until then its bytes may be found there.
   * @throws Unavailable while somebody reads; then it is not done, and may be asked for again.
   */
  wipe(): Promise<void>;
  /** The names of all projections that have a checkpoint. */
  projections(): Promise<string[]>;
  /**
   * Begins read models from nothing, beside those that are shown; undefined while these have anything but projections that
   * may go. Left out by a store that cannot, or would not be faster.
   * @param mayGo projections of which nothing is lost
   */
  readonly anew?: ((mayGo: readonly string[]) => Promise<MadeAnew | undefined>) | undefined;
  /**
   * Why this store may lose part of what it has been given, without a word: settings of its own. Undefined where it does not, or does
   * not say. Left out by one that cannot.
   */
  mayLose?(): Promise<string | undefined>;
  /** Left out by a store that keeps in the memory what it shows. */
  readonly scanning?: Scanning | undefined;
  close(): Promise<void>;
}

/** What projections work with: they ask where they are and what they have made, and commit what they make of it. */
export type FoldedInto = Pick<
  ReadModels,
  'mostPerCommit' | 'isInOrder' | 'getNow' | 'getMany' | 'checkpoint' | 'commit'
> & {
  /** Whether what changes again and again is kept back as it comes, so that nobody need make texts of it before. */
  readonly keepsBack?: boolean;
};

/** Read models that are made from nothing, and seen by nobody before they are whole. Nothing of them outlasts a crash. */
export type MadeAnew = FoldedInto & {
  /**
   * Puts them in the place of those that are shown, with all that was committed. False when these have something by now that
   * must not go.
   */
  install(): Promise<boolean>;
  /** Lets go of them, however far they are. */
  abandon(): Promise<void>;
};
