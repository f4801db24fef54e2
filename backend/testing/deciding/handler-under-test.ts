import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Conflict } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { CommandHandler } from '../../commands/command-handler.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { type Counted, counted } from '../counters.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const today = '2026-01-02T03:04:05.000Z';

/** Counts so much each. */
export const by =
  (...all: number[]) =>
  () =>
    all.map((each) => counted('a', each));

/** A decision that refuses. */
export function refuse(): Counted[] {
  throw new Conflict('It must not be.');
}

/** A handler on a new log, and ways to more of them. */
export function opened() {
  const file = join(temporaryFolder(), 'events.db');
  const open = () => {
    const store = openSqliteEventStore({ file });
    onTestFinished(() => store.close());
    return store;
  };
  const handlerOf = (store: EventStore, capacity?: number, time = today) =>
    new CommandHandler({ store, now: () => new Date(time), schemaOf: () => 7, capacity });
  const store = open();
  /** A handler on the same log, as another process would have it. */
  const other = () => handlerOf(open());
  /** The same at another time. */
  const at = (time: string) => handlerOf(open(), undefined, time);
  return { store, commands: handlerOf(store), other, handlerOf, at };
}
