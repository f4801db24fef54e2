import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { SandboxStore } from '../../payments/sandbox/keeping/store.ts';

/** Told when something is about to be written, and when it has been and nobody knows of it yet. */
export type Watch = (when: 'before' | 'after', what: string) => void;

/** An event store of which each write can be watched. */
export function watchedEventStore(store: EventStore, watch: Watch): EventStore {
  const { records, appendAll, takeTurn } = store;
  const watched = async <Written>(what: string, write: () => Promise<Written>): Promise<Written> => {
    watch('before', what);
    const written = await write();
    watch('after', what);
    return written;
  };
  return {
    mostPerAppend: store.mostPerAppend,
    append: (stream, expected, events) =>
      watched(events.map(({ type }) => type).join(' '), () => store.append(stream, expected, events)),
    ...(appendAll && {
      appendAll: (appends, turn) => {
        const types = appends.flatMap(({ events }) => events.map(({ type }) => type));
        return watched(types.join(' '), () => appendAll(appends, turn));
      },
    }),
    ...(takeTurn && { takeTurn }),
    readStream: (stream, options) => store.readStream(stream, options),
    readAll: (options) => store.readAll(options),
    head: () => store.head(),
    foreign: store.foreign && (() => store.foreign?.()),
    subscribe: (options) => store.subscribe(options),
    deleteStream: (stream) => watched(`deletion of ${stream}`, () => store.deleteStream(stream)),
    close: () => store.close(),
    records: {
      get: (key) => records.get(key),
      keys: (prefix) => records.keys(prefix),
      put: (key, value, expected) => watched(`record ${key}`, () => records.put(key, value, expected)),
      delete: (key, expected) => watched(`deletion of ${key}`, () => records.delete(key, expected)),
    },
  };
}

/** A payment sandbox's store of which each transaction that writes can be watched. */
export function watchedSandboxStore(store: SandboxStore, watch: Watch): SandboxStore {
  let what: string[] = [];
  const saying =
    <Parameters extends unknown[]>(word: string, save: (...parameters: Parameters) => void) =>
    (...parameters: Parameters) => {
      // What a transaction writes is not on the disk before it ends.
      if (what.length === 0) watch('before', `the sandbox's ${word}`);
      what.push(word);
      save(...parameters);
    };
  return {
    ...store,
    atomically(work) {
      what = [];
      const result = store.atomically(work);
      if (what.length > 0) watch('after', `the sandbox's ${what.join(', ')}`);
      what = [];
      return result;
    },
    saveIntent: saying('intent', store.saveIntent),
    saveCharge: saying('charge', store.saveCharge),
    saveRefund: saying('refund', store.saveRefund),
    saveDispute: saying('dispute', store.saveDispute),
    saveLater: saying('later', store.saveLater),
    saveAnswer: saying('answer', store.saveAnswer),
  };
}
