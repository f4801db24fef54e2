import { Conflict } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { AuditedLog } from './audited-log.ts';
import { isSeal, type LogSealed, type OutsideSeal, sealStream } from './log-sealed.ts';
import { hashOf, sealedEventOf } from './tree/leaf.ts';
import { type Grown, readEdge } from './tree/tree-edge.ts';

export type SealEvent = StoredEvent<LogSealed>;

/** The hash of a seal's event, hex: by it the next seal names it, and what is outside knows it. */
export const eventHash = (event: StoredEvent): string => hashOf(sealedEventOf(event)).toString('hex');

/** A seal of the log as it is kept outside. */
export const outsideOf = (event: SealEvent): OutsideSeal => ({ ...event.data, event: eventHash(event) });

/** Nobody seals over what is not what was sealed before. */
export class SealsDoubted extends Conflict {
  /** The same for whoever is shown neither files nor addresses. */
  readonly shown: string;

  constructor(what: string, shown = what) {
    super(whatToSay(what));
    this.shown = whatToSay(shown);
  }
}

const whatToSay = (what: string) => `${what} Nothing was sealed. Run: npm run operator -- audit verify`;

/** Whether a log was ever sealed, also where its seals are gone. */
export async function wasSealed({ records, seals }: Pick<AuditedLog, 'records' | 'seals'>): Promise<boolean> {
  return (await readEdge(records)) !== undefined || (await seals()).length > 0;
}

/**
 * The last seal in the log; undefined before the first.
 * @param grown how far the log was sealed, where that was read already
 * @throws SealsDoubted where seals were, and are none
 */
export async function lastSealed(
  store: Pick<EventStore, 'readStream' | 'records'>,
  grown?: Grown,
): Promise<SealEvent | undefined> {
  const known = grown ?? (await readEdge(store.records));
  const events = await store.readStream(sealStream, { from: BigInt(known?.seal ?? 0) });
  const last = events.at(-1);
  if (!last && known) throw new SealsDoubted('The seals of this log are gone.');
  if (last && !isSeal(last)) throw new SealsDoubted('In the stream of seals is what is none.');
  return last as SealEvent | undefined;
}
