import { EntityStates } from '../../../modules/audit/entity-states.ts';
import { type HistoryReader, historyReader } from '../../../modules/audit/history-reader.ts';
import { auditModule } from '../../../modules/audit/index.ts';
import { Telling } from '../../../modules/audit/telling.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import { upcasting } from '../../event-store/versioned.ts';
import { wholeEvent } from '../../event-store/whole-event.ts';
import { HistoryFeed } from '../../history-index/history-feed.ts';
import type { HistoryIndexFile } from '../../history-index/history-index-file.ts';
import { KnownSkips } from '../../history-index/known-skips.ts';
import { RunningStates } from '../../history-index/running-states.ts';
import { RunningTallies } from '../../history-index/running-tallies.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { eventDeclarations } from '../stores/event-declarations.ts';
import { operationHistory } from './operation-history.ts';

type Wiring = {
  readonly file: HistoryIndexFile;
  readonly plainStore: EventStore;
  /** The same with personal data opened. */
  readonly openedStore: EventStore;
  readonly modules: readonly Module[];
  readonly personName: (uid: string) => Promise<string | undefined>;
  readonly toolName: (toolId: string) => Promise<string | undefined>;
  readonly log: Log;
  readonly now?: () => Date;
};

/** How the events of these modules, and of the shop itself, are told. */
export const tellingOf = (modules: readonly Module[]) =>
  new Telling([...modules.flatMap(({ history }) => history ?? []), ...operationHistory]);

/** The history: what follows the log to index it, and who answers from the index. */
export type History = { readonly feed: HistoryFeed; readonly reader: HistoryReader; readonly module: Module };

export function historyOf(wiring: Wiring): History {
  const { file, plainStore, openedStore, log: said, now = () => new Date() } = wiring;
  const telling = tellingOf(wiring.modules);
  const toRead = upcasting(eventDeclarations);
  const reading = (store: EventStore) => async (stream: string, options: { from: bigint; limit: number }) =>
    (await store.readStream(stream, options)).map((event) => toRead(wholeEvent(event)));
  const log = { read: reading(openedStore) };
  const skips = new KnownSkips(plainStore);
  const viewOf = (stream: string) => telling.viewOf(stream);
  const index: HistoryFeed = new HistoryFeed({
    store: plainStore,
    file,
    skips,
    tallies: new RunningTallies({ tallies: telling.tallies, file, skips, read: upTo(reading(plainStore)) }),
    states: new RunningStates(
      // Nothing personal is in what is kept, and so nothing need be opened for it.
      new EntityStates({
        viewOf,
        skips,
        log: { read: reading(plainStore) },
        index: { kept: (...asked) => index.kept(...asked), keep: (...asked) => index.keep(...asked) },
      }),
    ),
    log: said,
  });
  const names = {
    personName: wiring.personName,
    toolName: wiring.toolName,
    wasKnown: (uid: string) => index.hasStream(`user-${uid}`),
  };
  const states = new EntityStates({ viewOf, log, index, skips });
  const reader = historyReader({ index, log, states, telling, skips, names, now });
  return { feed: index, reader, module: auditModule(reader) };
}

function upTo(read: (stream: string, options: { from: bigint; limit: number }) => Promise<StoredEvent[]>) {
  return (stream: string, revision: bigint) => read(stream, { from: 0n, limit: Number(revision) + 1 });
}
