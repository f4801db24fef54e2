import type { Actor, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { type OperatorAct, operationsStream } from '../operator/log/acts.ts';

const pageSize = 500;

type Backup = {
  readonly at: string;
  readonly position: string;
  readonly bytes: number;
  readonly by: string;
};

/** The last backup that the log knows of. What operators did is read once, and then what came since. */
export class LastBackup {
  readonly #store: Pick<EventStore, 'readStream'>;
  #next = 0n;
  #last: Backup | undefined;

  constructor(store: Pick<EventStore, 'readStream'>) {
    this.#store = store;
  }

  async find(): Promise<Backup | undefined> {
    for (;;) {
      const events = await this.#store.readStream(operationsStream, { from: this.#next, limit: pageSize });
      for (const { type, data, meta, revision } of events as StoredEvent<OperatorAct>[]) {
        if (type === 'BackupMade') {
          const { position, bytes } = data as Extract<OperatorAct, { type: 'BackupMade' }>['data'];
          this.#last = { at: meta.time, position, bytes, by: nameOf(meta.actor) };
        }
        this.#next = revision + 1n;
      }
      if (events.length < pageSize) return this.#last;
    }
  }
}

/** What an actor is called without asking who that is: an operator by the name that they gave. */
export const nameOf = (actor: Actor) => (actor.role === 'operator' ? actor.name : actor.uid);
