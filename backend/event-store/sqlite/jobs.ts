import type { Appended, ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import type { Failure } from './failure.ts';
import type { EventTexts } from './rows.ts';

/** Events, as texts, that are to come to a stream. */
export type AppendOfTexts = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventTexts[];
};

/** What the store asks of its writer thread. What one append job holds, to however many streams, is written whole or not. */
export type Job =
  | { readonly kind: 'append'; readonly appends: readonly AppendOfTexts[] }
  | { readonly kind: 'delete'; readonly stream: string }
  | { readonly kind: 'put'; readonly key: string; readonly value: string; readonly expected: bigint | 'none' | 'any' }
  | { readonly kind: 'forget'; readonly key: string; readonly expected: bigint | 'any' };

/** Whether the job takes away what must not be found on the disk afterwards. */
export const takesAway = ({ kind }: Job): boolean => kind === 'delete' || kind === 'forget';

/** How one job went. `refused`: this stream or record is at another revision. */
export type Outcome =
  | { readonly kind: 'appended'; readonly appended: readonly Appended[] }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'put'; readonly version: bigint }
  | { readonly kind: 'refused'; readonly which: string }
  | Failure;
