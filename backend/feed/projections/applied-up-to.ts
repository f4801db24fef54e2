import { type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';

/** How many events of others may pass before the checkpoint is moved for their sake alone. */
const mostUnrecorded = 500;

/** How far one projection has come, by this node: positions of the log, each the answer to a question of its own. */
export class AppliedUpTo {
  /** The checkpoint as it was last seen in the read models. */
  #checkpoint: bigint | undefined;
  /** How far the documents are known to be true: at least the checkpoint, when nothing is under way. */
  #position = start;
  /** The same of what is not under way. */
  #written = start;
  /** How far the log was handed on, also while the projection stands still. */
  #fed = start;
  /** How far the documents have to be before batches are folded into them: not further back than they have been. */
  #due = start;
  #unrecorded = 0;
  #isAdrift = false;

  get checkpoint(): bigint | undefined {
    return this.#checkpoint;
  }

  get position(): bigint {
    return this.#position;
  }

  get written(): bigint {
    return this.#written;
  }

  get fed(): bigint {
    return this.#fed;
  }

  get due(): bigint {
    return this.#due;
  }

  /**
   * Nobody knows what became of what was sent: nothing is made of it before the read models have said where they are. Nor where
   * they would be taken back, to fold once more what is in their documents.
   */
  get isAdrift(): boolean {
    return this.#isAdrift || this.#position < (this.#checkpoint ?? start);
  }

  /** Whether the log itself has to be read first. Without that, what lies between would be left out for good. */
  get isBehind(): boolean {
    return this.isAdrift || this.#position < this.#due;
  }

  /** Whether the read models do not say how far the documents are true, which is known. */
  get isUnrecorded(): boolean {
    return !this.isBehind && this.#checkpoint !== this.#position;
  }

  /** Whether so much has passed, with so many events more, that the checkpoint is to be moved though nothing has changed. */
  isLongUnrecordedAfter(events: number): boolean {
    return this.#unrecorded + events > mostUnrecorded;
  }

  /** The read models say where they are, and nothing is under way. */
  found(checkpoint: bigint | undefined): void {
    this.#checkpoint = checkpoint;
    this.#position = checkpoint ?? start;
    this.#written = this.#position;
    this.#isAdrift = false;
    // Whoever made them: where they were when this node began, too.
    this.want(this.#position);
  }

  /** The log was handed on. @returns whether there is anything new in that */
  feed(position: bigint): boolean {
    if (position > this.#fed) this.#fed = position;
    return position > this.#position;
  }

  /** So many events have passed. */
  pass(events: number): void {
    this.#unrecorded += events;
  }

  /** Goes on to the end of a batch that does not concern the projection, if nothing has to be written for that either. */
  passesOver({ events, position }: LogBatch, { handles }: Pick<Projection, 'handles'>): boolean {
    if (this.isLongUnrecordedAfter(events.length) || events.some(({ type }) => handles(type))) return false;
    this.pass(events.length);
    this.fold(position, false);
    return true;
  }

  /** A commit has moved the checkpoint, or will have. */
  record(checkpoint: bigint): void {
    this.#checkpoint = checkpoint;
    this.#unrecorded = 0;
  }

  /** @param isAhead what that made of the documents is still under way */
  fold(position: bigint, isAhead: boolean): void {
    this.#position = position;
    if (!isAhead) this.#written = position;
    if (position > this.#due) this.#due = position;
  }

  /** What was under way up to a position is written. */
  reach(position: bigint): void {
    this.#written = position;
  }

  /** What is under way may be written, or not. */
  drift(): void {
    this.#isAdrift = true;
  }

  /** What was under way counts for nothing. */
  goBack(): void {
    this.#position = this.#written;
  }

  /** Wanted as far as that, at least. */
  want(position: bigint): void {
    if (position > this.#due) this.#due = position;
  }

  /** The log was read to its end, or the projection stands still: what is not here by now is not due. */
  settle(): void {
    if (!this.isAdrift && this.#position < this.#due) this.#due = this.#position;
  }
}
