import type { Listing } from '../../../modules/kernel/read-models.ts';

/** What is not the same in both: a document under one id, or where one is listed. */
export type Difference =
  | { readonly kind: 'document'; readonly id: string; readonly one?: string; readonly other?: string }
  | { readonly kind: 'listing'; readonly listing: Listing; readonly isIn: 'one' | 'other' };

export type Comparing = {
  /** Ends it before. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How far both must have come for what differs to count, asked when something does: the end of the log, where people may be
   * forgotten meanwhile. What they said is gone from replays with their key, and from what is shown with events before that.
   */
  readonly upTo?: (() => Promise<bigint>) | undefined;
  /** Told how many documents or listings were compared since it was told last. */
  readonly compared?: ((documents: number, listings: number) => void) | undefined;
};
