import type { ScannedDocuments } from '../../../modules/kernel/read-models.ts';
import { pause } from '../../runtime/pause.ts';
import type { Comparing, Difference } from './difference.ts';
import type { Side } from './side.ts';

const pieceSize = 1_000;
/** How many that seem to differ are put aside, to be looked at again: somebody may be forgotten at this moment. */
const mostSuspects = 1_000;
/** How often two are looked at until both are of one position, and milliseconds in between. */
const patience = { looks: 50, pause: 20 };

/** The documents, and sums, that are not the same text in both. */
export async function* documentsThatDiffer(
  one: Side,
  other: Side,
  { signal, compared }: Comparing,
): AsyncGenerator<Difference> {
  let suspects: string[] = [];
  let found = 0;
  const seen = new Set<bigint | undefined>();
  async function* settled(most: number) {
    if (suspects.length <= most) return;
    const these = suspects;
    suspects = [];
    yield* differing(one, other, these, signal);
  }
  for await (const { documents, asOf } of pieces(one, signal)) {
    seen.add(asOf);
    if (asOf !== undefined) await other.reach?.(asOf);
    const { documents: theirs } = await other.find(documents.map(({ id }) => id));
    for (const [at, { id, document }] of documents.entries()) {
      if (theirs[at] !== undefined) found += 1;
      if (theirs[at] !== document) suspects.push(id);
    }
    compared?.(documents.length, 0);
    yield* settled(mostSuspects);
  }
  // What came or went meanwhile was counted in one of them, or not.
  const areCounted = one.scanning.isOnce && seen.size === 1 && (await other.scanning.size(other.name)) === found;
  if (!areCounted) {
    for await (const { documents } of pieces(other, signal)) {
      const { documents: ours } = await one.find(documents.map(({ id }) => id));
      for (const [at, { id }] of documents.entries()) if (ours[at] === undefined) suspects.push(id);
      yield* settled(mostSuspects);
    }
  }
  yield* settled(0);
}

async function* pieces({ scanning, name }: Side, signal: AbortSignal | undefined): AsyncGenerator<ScannedDocuments> {
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const piece = await scanning.documents(name, { after, limit: pieceSize });
    yield piece;
    after = piece.next;
  } while (after !== undefined);
}

/** Those of these documents that differ when both are as of one position. */
async function* differing(
  one: Side,
  other: Side,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Difference> {
  let left = ids;
  for (let looks = 1; left.length > 0; looks++) {
    signal?.throwIfAborted();
    const ours = await one.find(left);
    if (ours.asOf !== undefined) await other.reach?.(ours.asOf);
    const theirs = await other.find(left);
    const unlike = left.flatMap((id, at) => {
      const [mine, their] = [ours.documents[at], theirs.documents[at]];
      return mine === their ? [] : [{ kind: 'document', id, one: mine, other: their } as const];
    });
    const isCertain = ours.asOf !== undefined && ours.asOf === theirs.asOf;
    if (isCertain || looks === patience.looks) return yield* unlike;
    left = unlike.map(({ id }) => id);
    if (left.length > 0) await pause(patience.pause, signal);
  }
}
