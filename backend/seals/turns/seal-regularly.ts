import { randomUUID } from 'node:crypto';
import { system } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { firstEventOf } from '../../feed/provenance/first-event.ts';
import { failuresTo } from '../../runtime/logging/failure-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { repeat } from '../../runtime/retries/repeat.ts';
import { lastSealed } from '../last-sealed.ts';
import { type Sealer, SealsElsewhere } from '../sealer.ts';
import { SealAlarm } from './seal-alarm.ts';
import { SealDue } from './seal-due.ts';

const what = 'sealing the log';
/** Milliseconds between two looks whether it is time, at most: another process may have sealed, or a node was away for long. */
const lookEvery = 60_000;

type Options = {
  readonly store: EventStore;
  /** It has the key, which may not be there, and may be there again the next time. */
  readonly sealer: () => Promise<Sealer>;
  /** Milliseconds from one seal to the next. */
  readonly every: number;
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Hears why it does not seal. */
  readonly alarm?: SealAlarm;
};

/**
 * Seals the log when the last seal is so old, or the log itself where there is none; of several processes one does. Whatever
 * fails is in the log and tried again. Never rejects.
 */
export async function sealRegularly(options: Options): Promise<void> {
  const { store, every, log, now, signal, alarm = new SealAlarm() } = options;
  const sealer = async () => {
    try {
      const opened = await options.sealer();
      alarm.canBegin();
      return opened;
    } catch (reason) {
      alarm.cannotBegin(reason);
      throw reason;
    }
  };
  // At once: a key is made long before the first seal, and one that is lost is said to be.
  await sealer().catch((reason: unknown) => failuresTo(what, log).failed(reason));
  const due = new SealDue(every);
  await repeat(what, { every: Math.min(every, lookEvery), log, signal }, async () => {
    const opened = await sealer();
    const last = await lastSealed(store);
    if (last) alarm.sealedAt(Date.parse(last.data.at));
    const since = last?.data.at ?? (await firstEventOf(store))?.meta.time;
    const at = now().getTime();
    if (since === undefined || !due.isDue(since, at)) return;
    const id = randomUUID();
    const bySystem = { actor: system, commandId: id, fingerprint: id, correlationId: id };
    try {
      // While nothing happens it stays due, and each node would write beside the log at each look, for as long as that lasts.
      if (!(await opened.isUpToDate(signal))) await opened.seal(bySystem, { signal });
      due.sealed(at);
      alarm.succeeded();
    } catch (reason) {
      if (reason instanceof SealsElsewhere || signal.aborted) return;
      // By the clock of now: the seal that was made and not brought outside is older.
      alarm.failed(reason, now().getTime());
      throw reason;
    }
  });
}
