import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import { start } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Change, ReadModels } from '../../modules/kernel/read-models.ts';

/** Entry under which every document of a projection is listed, so that all of them can be read. */
export const everyDocument = { index: '*', key: '', sort: '' };

/** How many events of others may pass before the checkpoint is moved for their sake alone. */
const mostUnrecorded = 500;
const pageSize = 1_000;

/** One projection and how far it has come in these read models. */
export class AppliedProjection {
  readonly projection: Projection;
  readonly #readModels: ReadModels;
  readonly #store: EventStore;
  /** The checkpoint as it was last seen in the read models. */
  #checkpoint: bigint | undefined;
  /** How far this node knows the documents to be true: at least the checkpoint. */
  #position = start;
  #unrecorded = 0;
  #stopped: string | undefined;

  constructor(projection: Projection, readModels: ReadModels, store: EventStore) {
    this.projection = projection;
    this.#readModels = readModels;
    this.#store = store;
  }

  get position(): bigint {
    return this.#position;
  }

  /** Reads where the projection stands. */
  async load(): Promise<void> {
    this.#checkpoint = await this.#readModels.checkpoint(this.projection.storedAs);
    this.#position = this.#checkpoint ?? start;
  }

  /** Why it goes no further: it has met an event that this release cannot read. Undefined while it goes on. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Brings the documents up to the end of the batch, or to the last event before one that cannot be read. */
  async apply(batch: LogBatch): Promise<void> {
    if (batch.position <= this.#position || this.#stopped !== undefined) return;
    try {
      await this.#fold(batch);
    } catch (reason) {
      if (!(reason instanceof CheckpointMoved)) throw reason;
      await this.#catchUpTo(batch.position);
    }
  }

  /** Moves the checkpoint to where the documents are true, if it is behind. */
  async record(): Promise<void> {
    if (this.#checkpoint === this.#position) return;
    try {
      await this.#commit(this.#checkpoint, this.#position, []);
    } catch (reason) {
      if (!(reason instanceof CheckpointMoved)) throw reason;
      await this.#catchUpTo(this.#position);
    }
  }

  /**
   * Looks whether the read models are still where this node left them. They may have been emptied, or put back to an
   * older state: then they are caught up.
   */
  async verify(): Promise<void> {
    const stored = await this.#readModels.checkpoint(this.projection.storedAs);
    if (stored === this.#checkpoint || this.#stopped !== undefined) return;
    await this.#catchUpTo(this.#position);
  }

  /** Starts again from where the read models really are, and reads the log itself up to a position. */
  async #catchUpTo(upTo: bigint): Promise<void> {
    let tries = 0;
    await this.load();
    while (this.#position < upTo && this.#stopped === undefined) {
      const batch = await this.#store.readAll({ after: this.#position, limit: pageSize });
      try {
        await this.#fold(batch);
      } catch (reason) {
        if (!(reason instanceof CheckpointMoved) || ++tries > 1_000) throw reason;
        await this.load();
      }
      if (batch.caughtUp && batch.events.length === 0) break;
    }
  }

  async #fold(batch: LogBatch): Promise<void> {
    const after = this.#position;
    // Taken before the documents are read: the commit must be refused when they are of a later state.
    const expected = this.#checkpoint;
    const concerned = batch.events.filter(({ type, position }) => position > after && this.projection.handles(type));
    const newer = concerned.findIndex(({ unreadable }) => unreadable !== undefined);
    const events = newer === -1 ? concerned : concerned.slice(0, newer);
    // Up to the event before: a later release goes on from there, with the one that cannot be read now.
    const end = newer === -1 ? batch.position : (events.at(-1)?.position ?? after);
    this.#unrecorded += batch.events.length;
    if (events.length > 0) await this.#commit(expected, end, await this.#changes(events));
    else if (newer === -1 && this.#unrecorded > mostUnrecorded) await this.#commit(expected, end, []);
    this.#position = end;
    this.#stopped = concerned[newer]?.unreadable;
  }

  async #commit(expected: bigint | undefined, next: bigint, changes: readonly Change[]): Promise<void> {
    await this.#readModels.commit(this.projection.storedAs, expected, next, changes);
    this.#checkpoint = next;
    this.#unrecorded = 0;
  }

  async #changes(events: readonly StoredEvent[]): Promise<Change[]> {
    const concerned = events.map((event) => this.projection.idOf(event));
    const ids = [...new Set(concerned.filter((id) => id !== undefined))];
    const texts = await this.#readModels.getMany(this.projection.storedAs, ids);
    const documents = new Map<string, unknown>(
      ids.map((id, index) => {
        const text = texts[index];
        return [id, text === undefined ? undefined : this.projection.documentOf(text)];
      }),
    );
    events.forEach((event, index) => {
      const id = concerned[index];
      if (id !== undefined) documents.set(id, this.projection.evolve(documents.get(id), event));
    });
    return [...documents].map(([id, document]) =>
      document === undefined
        ? { id, document, entries: [] }
        : {
            id,
            document: this.projection.textOf(document),
            entries: [...this.projection.entriesOf(document), everyDocument],
          },
    );
  }
}
