import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { Append, EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import { wholeEvent } from '../event-store/whole-event.ts';
import { opening } from './opening.ts';
import { sealing } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';

/**
 * An event store in which personal fields are sealed before they are stored and opened when they are read. Which fields
 * those are is said by the version of the event's schema. The store underneath never sees what is in them; nor does it
 * keep what is written of somebody who was forgotten.
 */
export function sealingEventStore(
  store: EventStore,
  declarations: ReadonlyMap<string, EventDeclaration>,
  keys: SubjectKeys,
): EventStore {
  const personalOf = ({ type, meta }: NewEvent) => declarations.get(type)?.versions.get(meta.schema)?.personal;

  const { sealed, asWritten } = sealing(declarations, keys);
  const { openedOrDamaged } = opening(declarations, keys);

  /** A promise only where something has to be looked up or opened. */
  function opened(stored: StoredEvent): StoredEvent | Promise<StoredEvent> {
    const written = asWritten(stored);
    if (written) return written;
    const event = wholeEvent(stored);
    return event.type === 'PersonForgotten' || personalOf(event) ? openedOrDamaged(event) : event;
  }

  const openedAll = (events: readonly StoredEvent[]) => all(events.map(opened));
  const openedBatch = async (batch: LogBatch) => ({ ...batch, events: await openedAll(batch.events) });
  const sealedAll = (events: readonly NewEvent[], stream: string) => all(events.map((event) => sealed(event, stream)));

  const { appendAll, takeTurn, replay, idAt } = store;

  return {
    mostPerAppend: store.mostPerAppend,
    append: async (stream, expected, events) => store.append(stream, expected, await sealedAll(events, stream)),
    ...(appendAll && {
      async appendAll(appends, turn) {
        const whole: Append[] = [];
        for (const append of appends) {
          const events = sealedAll(append.events, append.stream);
          whole.push({ ...append, events: events instanceof Promise ? await events : events });
        }
        return appendAll(whole, turn);
      },
    }),
    ...(takeTurn && { takeTurn }),
    readStream: async (stream, options) => openedAll(await store.readStream(stream, options)),
    readAll: async (options) => openedBatch(await store.readAll(options)),
    ...(replay && {
      async *replay(options) {
        for await (const batch of replay(options)) yield await openedBatch(batch);
      },
    }),
    head: () => store.head(),
    ...(idAt && { idAt }),
    foreign: store.foreign && (() => store.foreign?.()),
    async *subscribe(options) {
      for await (const batch of store.subscribe(options)) yield await openedBatch(batch);
    },
    deleteStream: (stream) => store.deleteStream(stream),
    records: store.records,
    close: () => store.close(),
  };
}

/** Without a promise where there is none among them, as mostly. */
function all<Value extends object>(values: (Value | Promise<Value>)[]): Value[] | Promise<Value[]> {
  const isThere = (value: Value | Promise<Value>): value is Value => !(value instanceof Promise);
  return values.every(isThere) ? values : Promise.all(values);
}
