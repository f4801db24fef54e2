import { type FoldedEvent, foldEvent } from '../../../modules/kernel/documents/fold-event.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { byId, type Change, type IndexEntry } from '../../../modules/kernel/read-models.ts';
import { background, pieceOfWork } from '../../runtime/scheduling/background.ts';
import { DamagedEvent } from '../parked/damaged-event.ts';
import { type Added, addedBy, changesOfSums } from './folded-sums.ts';
import { LateChange } from './late-change.ts';
import type { Kept, Latest } from './recent-documents.ts';

/** Entry under which every document of a projection is listed that has no list of all of them otherwise. */
const everyDocument = { index: byId, key: '', sort: '' };

/** An event that could not be folded, why, and which document it is about, if that could be told. */
type Unfolded = { readonly event: StoredEvent; readonly reason: unknown; readonly document?: string };

/** What a batch of events makes of the documents that it concerns, and of the sums over them. */
export type Folded = {
  readonly changes: readonly Change[];
  /** The same as objects. */
  readonly latest: readonly Latest[];
  /** Events that could not be folded; the documents that they are about stay as they were before them. */
  readonly parked: readonly Unfolded[];
  /** All documents that stay as they are, also from before. */
  readonly held: ReadonlySet<string>;
  /** The event that could not be folded by a projection which stops there: what is after it counts for nothing. */
  readonly stoppedAt?: Unfolded;
};

/**
 * Folds events into documents.
 * @param isLate texts are not made before they are asked for, where a document was there already
 */
export async function foldedInto(
  projection: Projection,
  events: readonly StoredEvent[],
  held: ReadonlySet<string>,
  kept: Kept,
  isLate = false,
): Promise<Folded> {
  const parked: Unfolded[] = [];
  const concerning = new Map<string, StoredEvent[]>();
  await eachInTurn(events, (event) => {
    try {
      if (event.damaged !== undefined) throw new DamagedEvent(event.damaged);
      const id = projection.idOf(event);
      if (id === undefined || held.has(id)) return;
      const earlier = concerning.get(id);
      if (earlier) earlier.push(event);
      else concerning.set(id, [event]);
    } catch (reason) {
      parked.push({ event, reason });
    }
  });
  const isNew = (events: readonly StoredEvent[]) => events[0] !== undefined && projection.begins(events[0]);
  const earlier = [...concerning].flatMap(([id, events]) => (isNew(events) ? [] : id));
  const found = earlier.length > 0 ? await kept(earlier) : [];
  const before = new Map(earlier.map((id, index) => [id, found[index]]));
  const changes: Change[] = [];
  const latest: Latest[] = [];
  const added: Added[] = [];
  const unfoldable: string[] = [];
  await eachInTurn([...concerning.entries()], ([id, concerned]) => {
    const wasThere = before.get(id) !== undefined;
    const listed = isLate && wasThere ? lateChangeOf : changeOf;
    const { change, document, additions, unfolded } = changeBy(projection, id, before.get(id), concerned, listed);
    // What came and went at once was never there.
    if (change && (document !== undefined || wasThere)) {
      changes.push(isNew(concerned) ? { ...change, isNew: true } : change);
      latest.push({ id, value: document, text: lengthOf(change), isNew: !wasThere });
    }
    for (const addition of additions) added.push(addition);
    if (!unfolded) return;
    parked.push(unfolded);
    unfoldable.push(id);
  });
  if (projection.whenFailing === 'stop' && parked.length > 0) {
    const isFirst = (one: Unfolded, other: Unfolded) => one.event.position < other.event.position;
    const first = parked.reduce((found, one) => (isFirst(one, found) ? one : found));
    const upTo = events.slice(0, events.indexOf(first.event));
    // An earlier event may turn out to be the one that makes a document which cannot be listed.
    return { stoppedAt: first, ...(await foldedInto(projection, upTo, held, kept, isLate)) };
  }
  const sums = await changesOfSums(projection, added, kept, isLate);
  return {
    changes: [...changes, ...sums.changes],
    latest: [...latest, ...sums.latest],
    parked,
    held: unfoldable.length > 0 ? new Set([...held, ...unfoldable]) : held,
  };
}

/** Does something with each in its order. Of many, others get their turn in between. */
async function eachInTurn<Item>(items: readonly Item[], work: (item: Item, index: number) => void): Promise<void> {
  const piece = (from: number) => {
    for (let index = from; index < Math.min(items.length, from + pieceOfWork); index++)
      work(items[index] as Item, index);
  };
  if (items.length <= pieceOfWork) return piece(0);
  for (let from = 0; from < items.length; from += pieceOfWork) await background.run(async () => piece(from));
}

type ChangeOfOne = {
  readonly change?: Change;
  /** What the change makes of the document. */
  readonly document?: unknown;
  readonly additions: readonly Added[];
  readonly unfolded?: Unfolded;
};

/** What events make of one document and add to sums, up to the first that cannot be folded. */
function changeBy(
  projection: Projection,
  id: string,
  before: unknown,
  events: readonly StoredEvent[],
  listed: typeof changeOf,
): ChangeOfOne {
  try {
    let document = before;
    const additions: Added[] = [];
    for (const event of events) {
      const after = projection.evolve(document, event);
      for (const added of addedBy(projection, document, after, event)) additions.push(added);
      document = after;
    }
    return { change: listed(projection, id, document), document, additions };
  } catch {
    return changeUpToFailure(projection, id, before, events);
  }
}

function changeUpToFailure(
  projection: Projection,
  id: string,
  before: unknown,
  events: readonly StoredEvent[],
): ChangeOfOne {
  let document = before;
  let change: Change | undefined;
  const additions: Added[] = [];
  for (const event of events) {
    try {
      const folded = foldEvent(projection, document, event);
      const text = folded.document === undefined ? undefined : projection.textOf(folded.document);
      change = { id, document: text, entries: listedAlso(projection, folded) };
      for (const addition of folded.additions) additions.push({ addition, position: event.position });
      document = folded.document;
    } catch (reason) {
      return { change, document, additions, unfolded: { event, reason, document: id } };
    }
  }
  return { change, document, additions };
}

function listedAlso(projection: Projection, { document, entries }: FoldedEvent): IndexEntry[] {
  return document !== undefined && projection.every.isBeside ? [...entries, everyDocument] : [...entries];
}

function changeOf(projection: Projection, id: string, document: unknown): Change {
  if (document === undefined) return { id, document, entries: [] };
  return { id, document: projection.textOf(document), entries: entriesOf(projection, document) };
}

/** What cannot be listed is met at once, as it is then known which event is to be parked. */
function lateChangeOf(projection: Projection, id: string, document: unknown): Change {
  if (document === undefined) return { id, document, entries: [] };
  const entries = entriesOf(projection, document);
  return new LateChange(id, { text: () => projection.textOf(document), entries: () => entries });
}

function entriesOf(projection: Projection, document: unknown): IndexEntry[] {
  const entries = projection.entriesOf(document);
  if (projection.every.isBeside) entries.push(everyDocument);
  return entries;
}

/** How long the text is, without making one. */
function lengthOf(change: Change): Latest['text'] {
  return change instanceof LateChange ? change : { length: change.document?.length ?? 0 };
}
