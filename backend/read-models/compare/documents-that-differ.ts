import { start } from '../../../modules/kernel/event-store.ts';
import type { ScannedDocuments } from '../../../modules/kernel/read-models.ts';
import { pause } from '../../runtime/time/pause.ts';
import type { Comparing, Difference } from './difference.ts';
import type { Side } from './side.ts';

const pieceSize = 1_000;
/** How many that seem to differ are put aside, to be looked at again: somebody may be forgotten at this moment. */
const mostSuspects = 1_000;
/** Milliseconds for which two are looked at until both are of one position, and between two looks. */
const patience = { inAll: 10_000, each: 50 };

/** The documents, and sums, that are not the same text in both. */
export async function* documentsThatDiffer(one: Side, other: Side, comparing: Comparing): AsyncGenerator<Difference> {
  const { signal, compared } = comparing;
  let suspects: string[] = [];
  let found = 0;
  const seen = new Set<bigint | undefined>();
  async function* settled(most: number) {
    if (suspects.length <= most) return;
    const these = suspects;
    suspects = [];
    yield* differing(one, other, these, comparing);
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

/** Those of these documents that differ when both are as of one position, which is far enough. */
async function* differing(
  one: Side,
  other: Side,
  ids: readonly string[],
  { signal, upTo }: Comparing,
): AsyncGenerator<Difference> {
  const giveUpAt = performance.now() + patience.inAll;
  let needed: bigint | undefined;
  for (let left = ids; left.length > 0; await pause(patience.each, signal)) {
    signal?.throwIfAborted();
    const ours = await one.find(left);
    if (ours.asOf !== undefined) await other.reach?.(ours.asOf);
    const theirs = await other.find(left);
    const unlike = left.flatMap((id, at) => {
      const [mine, their] = [ours.documents[at], theirs.documents[at]];
      return mine === their ? [] : [{ kind: 'document', id, one: mine, other: their } as const];
    });
    if (unlike.length === 0) return;
    needed ??= (await upTo?.()) ?? start;
    const isCertain = ours.asOf !== undefined && ours.asOf === theirs.asOf && ours.asOf >= needed;
    if (isCertain || performance.now() > giveUpAt) return yield* unlike;
    left = unlike.map(({ id }) => id);
  }
}
