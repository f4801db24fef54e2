import type { Part } from '../behind/jobs.ts';

/** Where the thread makes the new file, in whose place it is to come, and which projections may go with that. */
export type ThreadData = { readonly file: string; readonly inPlaceOf: string; readonly mayGo: readonly string[] };

/** What is asked of the thread: each gets one answer, in the order in which they were asked. */
export type Request =
  | { readonly kind: 'put'; readonly name: string; readonly position: string; readonly part: Part }
  | { readonly kind: 'read'; readonly name: string; readonly ids: readonly string[] }
  | { readonly kind: 'finish' }
  | { readonly kind: 'install' };

export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'found'; readonly documents: readonly (string | undefined)[] }
  | { readonly kind: 'installed'; readonly isInstalled: boolean }
  /** It can do nothing more. */
  | { readonly kind: 'failed'; readonly reason: string };
