import type { Listing, ScannedDocuments, ScannedListings } from '../../../modules/kernel/read-models.ts';

/** Documents as columns, which come to another thread faster than rows; see `Written`. */
export type Part = { readonly ids: string[]; readonly documents: (string | undefined)[]; readonly entries: string[] };

/** Where the thread makes the new file, in whose place it is to come, and which projections may go with that. */
export type ThreadData = { readonly file: string; readonly inPlaceOf: string; readonly mayGo: readonly string[] };

/** What is asked of the thread: each gets one answer, in the order in which they were asked. */
export type Request =
  | { readonly kind: 'put'; readonly name: string; readonly position: string; readonly part: Part }
  | { readonly kind: 'read'; readonly name: string; readonly ids: readonly string[] }
  | { readonly kind: 'finish' }
  | { readonly kind: 'install' }
  /** Of a file that is never shown: brings it into order, and reads through it. */
  | { readonly kind: 'sort' }
  | { readonly kind: 'size'; readonly name: string }
  | { readonly kind: 'documents'; readonly name: string; readonly after: string | undefined; readonly limit: number }
  | { readonly kind: 'listings'; readonly name: string; readonly after: Listing | undefined; readonly limit: number };

export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'found'; readonly documents: readonly (string | undefined)[] }
  | { readonly kind: 'installed'; readonly isInstalled: boolean }
  | { readonly kind: 'size'; readonly documents: number }
  | { readonly kind: 'documents'; readonly scanned: ScannedDocuments }
  | { readonly kind: 'listings'; readonly scanned: ScannedListings }
  /** It can do nothing more. */
  | { readonly kind: 'failed'; readonly reason: string };
