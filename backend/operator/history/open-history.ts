import type { HistoryReader } from '../../../modules/audit/history-reader.ts';
import { readConfig } from '../../start/settings/config.ts';
import { NotWell } from '../arguments/failures.ts';
import { mustHaveLog } from '../log/with-log.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';

/** Seconds after which it is given up where the index gets no further. */
const patience = 30;

/** The history beside a running shop, or while it is closed. */
export type OpenHistory = HistoryReader & {
  /** Indexes what has happened by now, and has names be those of now; resolves to how far that is. */
  readonly upToNow: () => Promise<bigint>;
};

/**
 * Works with the history of the shop that the settings name. Where nobody has indexed it yet, that is done first; a running shop
 * and this process index together.
 */
export async function withHistory<Result>(run: Run, work: (history: OpenHistory) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  mustHaveLog(config);
  const wired = await openModules(config, { run, withHistory: true });
  const { history } = wired;
  if (!history) throw new TypeError('The history was asked for, and is not there.');
  const { reader, feed } = history;
  try {
    feed.start();
    let upTo: bigint | undefined;
    return await work({
      ...reader,
      async upToNow() {
        if (upTo !== undefined && (await wired.store.head()) <= upTo) return upTo;
        // Names are read models: whoever was forgotten by now is named no more.
        await wired.catchUp();
        const head = Number(await wired.store.head());
        const began = Number(feed.reached);
        const indexing = run.progress('positions');
        let last = { reached: feed.reached, at: performance.now() };
        for (;;) {
          run.signal.throwIfAborted();
          const { reached, isWhole, wrong } = await feed.fresh();
          if (isWhole) {
            upTo = reached;
            return reached;
          }
          if (wrong !== undefined)
            throw new NotWell(`The history cannot be indexed after position ${reached}: ${wrong}`);
          if (reached !== last.reached) last = { reached, at: performance.now() };
          if (performance.now() - last.at > patience * 1_000) {
            throw new NotWell(
              `The history is indexed up to position ${reached}, and gets no further in ${patience} seconds.`,
            );
          }
          indexing.reached(Number(reached) - began, head - began);
        }
      },
    });
  } finally {
    await wired.close();
  }
}
