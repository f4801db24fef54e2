import { canonicalJson } from '../../../modules/kernel/encoding/canonical-json.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { isSeal } from '../log-sealed.ts';
import { leafHash } from './merkle-tree.ts';

/** What stands for an event in the tree, and where in this log it stands. */
export type Leaf = { readonly hash: Buffer; readonly position: bigint };

/** Leaves of a piece of the log, in order, and how far it goes. */
export type Leaves = {
  readonly leaves: readonly Leaf[];
  readonly position: bigint;
  /** Positions of events that are not as any shop writes them, whatever the tree says. */
  readonly damaged: readonly bigint[];
};

/** What of an event is sealed: all that it says, as stored, and not where in the log it stands, which is each store's own. */
export type SealedEvent = {
  readonly id: string;
  readonly stream: string;
  /** A decimal string. */
  readonly revision: string;
  readonly type: string;
  readonly data: unknown;
  readonly meta: unknown;
};

export function sealedEventOf({ id, stream, revision, type, data, meta }: StoredEvent): SealedEvent {
  return { id, stream, revision: `${revision}`, type, data, meta };
}

/** The hash that an event has in the tree: of its canonical JSON (RFC 8785), in which sealed personal data stays sealed. */
export function hashOf(event: SealedEvent): Buffer {
  return leafHash(canonicalJson(event));
}

/**
 * Whether an event is sealed. The seals themselves are not, or taking them away would alter what they prove; nor is the mark that
 * a copy begins with, which the original does not have: that is the first event of its log, or none. Anything else is.
 * @param first the position of the first event of the log; undefined where that is not among those that are asked about
 */
export function isLeaf(event: StoredEvent, first: bigint | undefined): boolean {
  return !isSeal(event) && !(event.position === first && isMarkOfCopy(event));
}

function isMarkOfCopy({ stream, revision, type, data }: StoredEvent): boolean {
  return stream === 'log-origin' && revision === 0n && type === 'LogCopied' && JSON.stringify(data) === '{}';
}
