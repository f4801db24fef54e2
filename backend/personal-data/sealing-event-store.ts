import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { Append, EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import { boundTo, opening } from './opening.ts';
import { seal } from './seal.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** What stands in the place of sealed fields that were written after the person was forgotten. */
const unsaid = 'forgotten';

type Fields = Record<string, unknown>;

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

  async function sealed(event: NewEvent, stream: string): Promise<NewEvent> {
    const personal = personalOf(event);
    if (!personal) return event;
    const data = { ...(event.data as Fields) };
    const subject = personal.subject(data);
    const values: Fields = {};
    for (const field of personal.fields) {
      values[field] = data[field];
      delete data[field];
    }
    const key = await keys.findOrCreate(subject);
    const text = key ? seal(values, key, boundTo({ stream, type: event.type }, subject)) : unsaid;
    return { ...event, data: { ...data, sealed: text } };
  }

  const { openedOrDamaged } = opening(declarations, keys);
  const openedAll = (events: readonly StoredEvent[]) => Promise.all(events.map(openedOrDamaged));
  const openedBatch = async (batch: LogBatch) => ({ ...batch, events: await openedAll(batch.events) });

  const sealedAll = async (append: Append) => ({
    ...append,
    events: await Promise.all(append.events.map((event) => sealed(event, append.stream))),
  });
  const { appendAll } = store;

  return {
    mostPerAppend: store.mostPerAppend,
    append: async (stream, expected, events) =>
      store.append(stream, expected, await Promise.all(events.map((event) => sealed(event, stream)))),
    ...(appendAll && { appendAll: async (appends) => appendAll(await Promise.all(appends.map(sealedAll))) }),
    readStream: async (stream, options) => openedAll(await store.readStream(stream, options)),
    readAll: async (options) => openedBatch(await store.readAll(options)),
    head: () => store.head(),
    foreign: store.foreign && (() => store.foreign?.()),
    async *subscribe(options) {
      for await (const batch of store.subscribe(options)) yield await openedBatch(batch);
    },
    deleteStream: (stream) => store.deleteStream(stream),
    records: store.records,
    close: () => store.close(),
  };
}
