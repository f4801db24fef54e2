import { DatabaseSync } from 'node:sqlite';
import { streamOfEntity } from '../../../modules/audit/stream-names.ts';
import { NotFound } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';

/** What is to be taken as if it had never happened. */
export type LeftOut = {
  readonly isLeftOut: (event: Pick<StoredEvent, 'position' | 'stream'>) => boolean;
  /** Of which types it is. */
  readonly types: ReadonlySet<string>;
  readonly events: number;
};

type Named = Pick<StoredEvent, 'position' | 'type'>;

const pageSize = 1_000;
const eventId = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * Finds the events that are named: by id or position, or all of a stream.
 * @param file the log, where it is in SQLite
 * @throws NotFound for what is not in the log
 */
export async function leftOutOf(
  store: EventStore,
  named: readonly string[],
  file: string | undefined,
): Promise<LeftOut> {
  const positions = new Set<bigint>();
  const streams = new Set<string>();
  const types = new Set<string>();
  let events = 0;
  for (const name of named) {
    if (/^\d+$/.test(name) || eventId.test(name)) {
      const { position, type } = await found(store, file, name.toLowerCase());
      types.add(type);
      positions.add(position);
      events += 1;
      continue;
    }
    const stream = streamOfEntity(name);
    const before = events;
    for await (const event of eventsOf(store, stream)) {
      types.add(event.type);
      events += 1;
    }
    if (events === before) throw new NotFound(`There is no event, and no stream, ${name}.`);
    streams.add(stream);
  }
  // Of few events the stream is asked: it is read out of the row each time.
  const isInStream = (stream: () => string) => streams.size > 0 && streams.has(stream());
  return { isLeftOut: (event) => positions.has(event.position) || isInStream(() => event.stream), types, events };
}

async function* eventsOf(store: EventStore, stream: string): AsyncGenerator<StoredEvent> {
  for (let from = 0n; ; ) {
    const some = await store.readStream(stream, { from, limit: pageSize });
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < pageSize) return;
    from = last.revision + 1n;
  }
}

/** Neither ids nor, in every store, positions are what one can ask for: all of the log is looked through. */
async function found(store: EventStore, file: string | undefined, name: string): Promise<Named> {
  const isIt = /^\d+$/.test(name)
    ? ({ position }: StoredEvent) => `${position}` === name
    : ({ id }: StoredEvent) => id === name;
  if (file !== undefined) {
    const row = inFile(file, name);
    if (row) return row;
    throw new NotFound(`There is no event ${name}.`);
  }
  for (let after = start; ; ) {
    const { events, position, caughtUp } = await store.readAll({ after, limit: pageSize });
    const event = events.find(isIt);
    if (event) return event;
    if (caughtUp) throw new NotFound(`There is no event ${name}.`);
    after = position;
  }
}

function inFile(file: string, name: string): Named | undefined {
  const database = new DatabaseSync(file, { readOnly: true, readBigInts: true });
  try {
    const column = /^\d+$/.test(name) ? 'position = CAST(? AS INTEGER)' : 'id = ?';
    const row = database.prepare(`SELECT position, type FROM events WHERE ${column}`).get(name);
    return typeof row?.position === 'bigint' ? { position: row.position, type: String(row.type) } : undefined;
  } finally {
    database.close();
  }
}
