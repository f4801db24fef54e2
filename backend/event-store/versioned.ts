import { DamagedStream, NewerRelease } from '../../modules/kernel/errors.ts';
import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { EventDeclaration } from '../../modules/kernel/stored-events.ts';
import { damageOf } from './whole-event.ts';

/**
 * An event store in which every event is of the newest version that this release knows: older ones are upcast when they
 * are read, and written ones downcast to the version that may be written today.
 *
 * What a newer release wrote cannot be read. A stream that holds it is refused (NewerRelease), since a decision must not
 * rest on a part of what happened; in the whole log the event says so (`unreadable`), and whoever handles events of that
 * type stops at it. For the same reason a stream is refused of which a part is gone (DamagedStream).
 */
export function versionedEventStore(
  store: EventStore,
  declarations: ReadonlyMap<string, EventDeclaration>,
): EventStore {
  function toWrite(event: NewEvent): NewEvent {
    const declaration = declarations.get(event.type);
    if (!declaration || declaration.writes === declaration.version) return event;
    let data = event.data;
    for (let version = declaration.version - 1; version >= declaration.writes; version--) {
      data = declaration.versions.get(version)?.down?.(data);
    }
    return { ...event, data };
  }

  const toRead = upcasting(declarations);

  /** @throws DamagedStream for one of which not all is there any more: revisions have no gaps. */
  function refuseGaps(events: readonly StoredEvent[], stream: string, from = 0n): void {
    let next = from;
    for (const { revision } of events) {
      if (revision > next) throw new DamagedStream(stream, `What came before revision ${revision} of it is gone.`);
      next = revision + 1n;
    }
  }

  /** @throws NewerRelease for a type or version that is not known; DamagedStream for one that cannot be read, unless it is to be told. */
  function toDecideOn(event: StoredEvent, damaged?: 'told'): StoredEvent {
    if (damaged === 'told' && event.damaged !== undefined) return event;
    if (!declarations.has(event.type)) {
      throw new NewerRelease(`${event.stream} holds ${event.type}, which this release does not know.`);
    }
    const readable = toRead(event);
    if (readable.unreadable !== undefined) throw new NewerRelease(readable.unreadable);
    if (damaged !== 'told' && readable.damaged !== undefined) throw new DamagedStream(event.stream, readable);
    return readable;
  }

  const batchToRead = (batch: LogBatch) => ({ ...batch, events: batch.events.map(toRead) });

  const { appendAll, takeTurn, replay, idAt } = store;

  return {
    mostPerAppend: store.mostPerAppend,
    ...(appendAll && {
      appendAll: (appends, turn) =>
        appendAll(
          appends.map((append) => ({ ...append, events: append.events.map(toWrite) })),
          turn,
        ),
    }),
    ...(takeTurn && { takeTurn }),
    append: (stream, expected, events) => store.append(stream, expected, events.map(toWrite)),
    async readStream(stream, { whole: isWhole = true, ...options } = {}) {
      const events = await store.readStream(stream, { ...options, whole: isWhole });
      if (isWhole) refuseGaps(events, stream, options.from);
      return events.map((event) => toDecideOn(event, options.damaged));
    },
    readAll: async (options) => batchToRead(await store.readAll(options)),
    ...(replay && {
      async *replay(options) {
        for await (const batch of replay(options)) yield batchToRead(batch);
      },
    }),
    head: () => store.head(),
    ...(idAt && { idAt }),
    foreign: store.foreign && (() => store.foreign?.()),
    async *subscribe(options) {
      for await (const batch of store.subscribe(options)) yield batchToRead(batch);
    },
    deleteStream: (stream) => store.deleteStream(stream),
    records: store.records,
    close: () => store.close(),
  };
}

/** Brings events to the newest version that this release knows, when they are read; what a newer one wrote is `unreadable`. */
export function upcasting(declarations: ReadonlyMap<string, EventDeclaration>): (event: StoredEvent) => StoredEvent {
  return (event) => {
    const declaration = declarations.get(event.type);
    if (!declaration) return event;
    if (event.damaged !== undefined) return event;
    const { schema } = event.meta;
    if (schema > declaration.version) return { ...event, data: undefined, unreadable: tooNew(event, declaration) };
    const damaged = damageOf(event);
    if (damaged !== undefined) return { ...event, data: undefined, damaged };
    try {
      let data = event.data;
      for (let version = schema; version < declaration.version; version++) {
        data = declaration.versions.get(version)?.up?.(data);
      }
      return { ...event, data };
    } catch (reason) {
      // Without this, one event that an upcaster fails at would keep the whole log from being read.
      return { ...event, data: undefined, damaged: `${event.type}, version ${schema}, cannot be upcast. ${reason}` };
    }
  };
}

function tooNew({ type, stream, meta }: StoredEvent, { version }: EventDeclaration): string {
  return `${stream} holds ${type} in version ${meta.schema}; this release knows up to ${version}. Update this node.`;
}
