import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { FoldedInto } from '../../../modules/kernel/read-models.ts';
import { pieceOfWork } from '../../runtime/scheduling/background.ts';
import { ParkedByProjection } from '../parked/parked-by-projection.ts';
import type { ParkedEvents } from '../parked/parked-events.ts';
import { readLog } from '../subscription/read-log.ts';
import { appliedAhead, type FoldedAhead, type Sent } from './applied-ahead.ts';
import { AppliedUpTo } from './applied-up-to.ts';
import { eventsFor } from './events-for.ts';
import { foldedInto } from './folded.ts';
import { LeftToOthers } from './left-to-others.ts';
import { readUpTo } from './read-up-to.ts';
import { RecentDocuments } from './recent-documents.ts';

/** How often a batch is tried that other nodes fold as well, before the log is read again. */
const mostTries = 10;

/** One projection and how far it has come in these read models. */
export class AppliedProjection {
  readonly projection: Projection;
  readonly #readModels: FoldedInto;
  readonly #store: EventStore;
  readonly #upTo = new AppliedUpTo();
  /** Why it stands still, and for which parked event if for one. */
  #standstill: { readonly reason: string; readonly parkedEvent?: string } | undefined;
  /** Documents that stay as they are, since an event about them is parked. */
  #held: ReadonlySet<string> = new Set();
  readonly #parked: ParkedByProjection;
  readonly #recent: RecentDocuments;
  readonly #others: LeftToOthers;

  constructor(projection: Projection, readModels: FoldedInto, store: EventStore, parked: ParkedEvents) {
    this.projection = projection;
    this.#readModels = readModels;
    this.#store = store;
    this.#parked = new ParkedByProjection(parked, projection);
    this.#recent = new RecentDocuments(projection, readModels);
    this.#others = new LeftToOthers(readModels, projection.storedAs);
  }

  /** How far the documents are known to be true. */
  get position(): bigint {
    return this.#upTo.position;
  }

  /** Reads where the projection stands. */
  async load(): Promise<void> {
    const checkpoint = await this.#readModels.checkpoint(this.projection.storedAs);
    // Emptied or put back: nobody is known to do it.
    if ((checkpoint ?? start) < (this.#upTo.checkpoint ?? start)) this.#others.wereFaster(false);
    this.#recent.clear({ isEmpty: checkpoint === undefined });
    this.#upTo.found(checkpoint);
    this.#held = await this.#parked.load(this.position); // An event is parked before the checkpoint goes past it.
  }

  /** How far all of its documents are true; the start, while one of them is held back. */
  get shownUpTo(): bigint {
    return this.#held.size > 0 ? start : this.#upTo.written;
  }

  /** Why it goes no further: it has met an event that it can do nothing with. Undefined while it goes on. */
  get stopped(): string | undefined {
    return this.#standstill?.reason;
  }

  /** Whether that is a parked event, about which an operator decides. */
  get isStoppedByParked(): boolean {
    return this.#standstill?.parkedEvent !== undefined;
  }

  /** Whether the documents show what an event did to them: not, while the projection or its document stands still. */
  shows(event: StoredEvent): boolean {
    if (!this.projection.handles(event.type)) return true;
    if (event.position > this.#upTo.written) return false;
    if (this.#held.size === 0) return true;
    const id = this.projection.idOf(event);
    return id === undefined || !this.#held.has(id);
  }

  /**
   * Brings the documents up to the end of the batch, or to the last event before one that cannot be read. Undefined where that
   * is done at once, since none of the batch concerns it: so it is for most projections with most batches.
   */
  apply(batch: LogBatch): Promise<void> | undefined {
    if (!this.#upTo.feed(batch.position) || this.stopped !== undefined) return undefined;
    // Catching up has failed, since a store was away.
    if (this.#upTo.isBehind) return this.#catchUpTo(batch.position);
    if (!this.#upTo.passesOver(batch, this.projection)) return this.applyNext(batch);
    if (batch.caughtUp) this.#recent.settle();
    return undefined;
  }

  /** The same for whoever reads the log from where this projection is, and leaves nothing out. */
  async applyNext(batch: LogBatch): Promise<void> {
    const before = this.position;
    const last = batch.events.findLast(({ type, position }) => position > before && this.projection.handles(type));
    if (last && (await this.#others.haveMoved(this.#upTo.checkpoint, last.position))) await this.load();
    if (this.position < before) return this.#catchUpTo(batch.position);
    const isDone = last !== undefined && this.position >= last.position;
    for (let tries = 1; batch.position > this.position && this.stopped === undefined; tries++) {
      try {
        await this.#fold(batch);
        if (last && !isDone) this.#others.wereFaster(false);
        return;
      } catch (reason) {
        if (!(reason instanceof CheckpointMoved)) throw reason;
      }
      await this.load();
      this.#others.wereFaster(true);
      // Otherwise another node was faster, with the same events: the rest of them is at hand.
      if (this.position < before || tries > mostTries) return this.#catchUpTo(batch.position);
    }
  }

  /**
   * The same for a run through the log, in which the next batch need not wait until what comes of one is written, where the
   * read models allow for that.
   * @returns what applies one batch of it after the other
   */
  ahead(): (batch: LogBatch) => Promise<Sent | undefined> {
    const fed = (batch: LogBatch) => this.#upTo.feed(batch.position) && this.stopped === undefined;
    if (!this.#readModels.isInOrder) {
      return async (batch) => {
        if (fed(batch)) await this.applyNext(batch);
        return undefined;
      };
    }
    const apply = appliedAhead({
      fold: (batch) => this.#fold(batch, true),
      reached: (position) => this.#upTo.reach(position),
      lost: () => this.#upTo.drift(),
      goBack: () => {
        this.#upTo.goBack();
        this.#recent.clear();
        this.#standstill = undefined; // What it stopped at was met on top of that, and will be met again.
      },
      catchUpTo: (position) => this.#catchUpTo(position),
    });
    return async (batch) => (fed(batch) ? apply(batch) : undefined);
  }

  /** Moves the checkpoint to where the documents are true, if it is behind. */
  async record(): Promise<void> {
    const { isUnrecorded, checkpoint, position } = this.#upTo;
    if (!isUnrecorded || !(await this.#others.mayRecord(checkpoint))) return;
    try {
      await this.#readModels.commit(this.projection.storedAs, checkpoint, position, []);
      this.#upTo.record(position);
    } catch (reason) {
      if (!(reason instanceof CheckpointMoved)) throw reason;
      await this.#catchUpTo(position);
    }
  }

  /** Goes on once an operator has decided about the event that it stands still for. */
  async reconsider(): Promise<void> {
    const parkedEvent = this.#standstill?.parkedEvent;
    if (parkedEvent !== undefined && !this.#parked.has(parkedEvent)) await this.#goOn();
  }

  /** Whether the read models are not where this node left them: emptied, put back, or another node is ahead. */
  async hasMoved(): Promise<boolean> {
    const stored = await this.#readModels.checkpoint(this.projection.storedAs);
    return stored !== this.#upTo.checkpoint || this.#upTo.isBehind;
  }

  /** How far the documents have to be: they have been there. */
  get due(): bigint {
    return this.#upTo.due;
  }

  /** Catches up with what has moved; or with what somebody else made of the log, up to a position. */
  async catchUp(upTo = this.due): Promise<void> {
    this.#upTo.feed(upTo);
    if (this.isStoppedByParked) await this.#goOn();
    else if (this.stopped === undefined) await this.#catchUpTo(upTo);
  }

  /** The log was read to its end, or it stands still: what is not here by now is not due. */
  settle(): void {
    this.#upTo.settle();
  }

  async #catchUpTo(upTo: bigint): Promise<void> {
    this.#upTo.want(upTo);
    await readUpTo(upTo, this, () => this.#readOn(upTo));
    // Where it was not to go further, what is behind that stays due.
    if (this.position < upTo) this.settle();
  }

  async #readOn(upTo: bigint): Promise<void> {
    const most = this.#readModels.mostPerCommit ?? pieceOfWork;
    for await (const batch of readLog(this.#store, { after: this.position, types: this.projection.types, most })) {
      await this.#fold(batch);
      if (this.stopped !== undefined || this.position >= upTo) return;
    }
  }

  /** @param isAhead does not wait until it is written; what has to wait for that still does */
  async #fold(batch: LogBatch, isAhead = false): Promise<FoldedAhead> {
    let written = Promise.resolve();
    const after = this.position;
    if (batch.position <= after) return { written, upTo: after }; // Found to be so while the batch waited for its turn.
    // Taken before the documents are read: the commit must be refused when they are of a later state.
    const expected = this.#upTo.checkpoint;
    const isSkipped = (event: StoredEvent) => this.#parked.isSkipped(event);
    const { concerned, readable, newer } = eventsFor(this.projection, batch, after, isSkipped);
    const kept = (ids: readonly string[]) => this.#recent.of(ids);
    const folded = await foldedInto(this.projection, readable, this.#held, kept, this.#readModels.keepsBack);
    const { stoppedAt, changes } = folded;
    const stopsAt = stoppedAt?.event ?? newer;
    // Up to the event before: it goes on from there, with the one that it can do nothing with now.
    const end = stopsAt ? (concerned[concerned.indexOf(stopsAt) - 1]?.position ?? after) : batch.position;
    this.#upTo.pass(batch.events.length);
    if (!(await this.#parked.keep(folded))) {
      // It is the release that is bad then, and nothing of the batch counts.
      this.#standstill = { reason: 'More events failed than are parked for one projection.' };
      return { written, upTo: after };
    }
    if (
      changes.length > 0 ||
      (stopsAt === undefined && (readable.length > 0 || (this.#upTo.isLongUnrecordedAfter(0) && !this.#others.isLeft)))
    ) {
      // What it was to follow was lost meanwhile: Redis may be another one by now.
      if (this.#upTo.isAdrift) throw new CheckpointMoved(this.projection.storedAs, expected);
      written = this.#readModels.commit(this.projection.storedAs, expected, end, changes);
      const isPlain = expected !== undefined && stopsAt === undefined && this.#parked.isEmpty;
      if (!isAhead || !isPlain) await written;
      this.#upTo.record(end);
      this.#recent.keep(folded.latest);
    }
    if (folded.held !== this.#held) this.#recent.forget(folded.held);
    this.#held = folded.held;
    this.#upTo.fold(end, isAhead);
    if (batch.caughtUp) this.#recent.settle();
    if (stoppedAt) this.#standstill = { reason: `${stoppedAt.reason}`, parkedEvent: stoppedAt.event.id };
    else if (stopsAt) this.#standstill = { reason: stopsAt.unreadable ?? '' };
    else await this.#parked.removeFolded(readable, folded);
    return { written, upTo: end };
  }

  #goOn(): Promise<void> {
    this.#standstill = undefined;
    return this.#catchUpTo(this.#upTo.fed);
  }
}
