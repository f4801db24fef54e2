import type { Stored } from '../sqlite-writes.ts';
import type { PackedDocuments } from './packed-documents.ts';

/** What becomes of a projection in the file: from where it goes on, up to which checkpoint, and with how many documents. */
export type ToWrite = {
  readonly name: string;
  readonly from: Stored | undefined;
  readonly upTo: bigint;
  readonly documents: number;
};

/**
 * What is asked of the thread that writes the file, and counts what is long in it. The documents of one writing come in
 * parts, before it.
 */
export type Request =
  | { readonly kind: 'part'; readonly name: string; readonly part: PackedDocuments }
  | { readonly kind: 'write'; readonly projections: readonly ToWrite[] }
  | { readonly kind: 'drop'; readonly name: string }
  | { readonly kind: 'count'; readonly name: string; readonly index: string; readonly key: string }
  | { readonly kind: 'close' };

/** Where a projection is in the file now; `isWritten` is false when it was not where it was believed to be. */
export type Outcome = { readonly isWritten: boolean; readonly stored: Stored | undefined };

export type Answer =
  | { readonly kind: 'done'; readonly outcomes: readonly Outcome[]; readonly entries?: number }
  /** `isDamaged`: the file is to be begun anew; else it can be tried again later. */
  | { readonly kind: 'failed'; readonly isDamaged: boolean; readonly reason: string };
