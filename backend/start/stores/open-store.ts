import type { Commands } from '../../../modules/kernel/commands.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { CommandHandler } from '../../commands/command-handler.ts';
import type { Snapshots } from '../../commands/snapshots/snapshots.ts';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { sealingEventStore } from '../../personal-data/sealing-event-store.ts';
import { SubjectKeys } from '../../personal-data/subject-keys.ts';
import { replayOf } from '../../replay/replay-of.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { ShopKeys } from '../keys/kept-keys.ts';
import { eventDeclarations } from './event-declarations.ts';

/** An event store with its personal data opened, and what decides on it. */
export type OpenedStore = {
  /** As the modules see it: old schemas are brought up to date, too. */
  readonly store: EventStore;
  /** Each event in the schema that it was written in. */
  readonly openedStore: EventStore;
  readonly subjectKeys: SubjectKeys;
  readonly commands: Commands;
};

/** Puts between the modules and the log what they need not know of: seals of personal data, and schemas of before. */
export function openStore(options: {
  plainStore: EventStore;
  wrapping: ShopKeys['wrapping'];
  snapshots?: Snapshots | undefined;
  now: () => Date;
  tracing?: Tracing | undefined;
  lookForKeys?: (() => Promise<void>) | undefined;
}): OpenedStore {
  const { plainStore, wrapping, snapshots, now, tracing, lookForKeys } = options;
  const subjectKeys = new SubjectKeys(plainStore, wrapping, now, lookForKeys);
  const openedStore = sealingEventStore(plainStore, eventDeclarations, subjectKeys);
  const store: EventStore = {
    ...versionedEventStore(openedStore, eventDeclarations),
    ...(plainStore.file !== undefined && { replay: replayOf(plainStore.file, () => subjectKeys.wrapping) }),
  };
  const schemaOf = (type: string) => eventDeclarations.get(type)?.writes ?? 1;
  const handler = new CommandHandler({ store, now, schemaOf, snapshots });
  return { store, openedStore, subjectKeys, commands: tracing?.commands(handler) ?? handler };
}
