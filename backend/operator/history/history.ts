import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Wanted } from '../../../modules/audit/history-index.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { pause } from '../../runtime/time/pause.ts';
import { BadSetting } from '../../start/settings/config.ts';
import type { Run } from '../run.ts';
import { type HistoryFilter, wantedBy } from './history-filter.ts';
import { refuseUnknownType } from './known-type.ts';
import { type OpenHistory, withHistory } from './open-history.ts';
import { behindWhich, placesInOrder } from './places-in-order.ts';

/** Milliseconds between two looks at the log, of whoever follows it. */
const lookEvery = 500;
/** How many of before are shown to whoever follows, unless they say. */
const ofBefore = 10;

export type HistoryOptions = HistoryFilter & { readonly limit?: string; readonly follow?: boolean };

/**
 * Tells what happened, in the order in which it did: a sentence a line, or what GET /history answers as an object a line.
 * @throws BadSetting for a filter that is not well formed, or a type of events that nobody knows
 */
export async function tellHistory(run: Run, { limit, follow = false, ...filter }: HistoryOptions): Promise<void> {
  const { wanted, after } = wantedBy(filter);
  const count = countIn(limit) ?? (follow && filter.after === undefined ? ofBefore : undefined);
  if (follow && filter.until !== undefined) throw new BadSetting('--follow goes on, and has no --until');
  await withHistory(run, async (history) => {
    const upTo = await history.upToNow();
    await refuseUnknownType(wanted.type, (type) => history.index.newest({ type }, { limit: 1 }).length > 0);
    const from = count === undefined ? after : behindWhich(history.index, wanted, { after, upTo, count });
    const told = new Told(from);
    await tell(run, history, { wanted, told, upTo });
    if (follow) await goOn(run, history, { wanted, told });
    else if (told.events === 0) run.sayNothing('Nothing of the kind has happened.');
  });
}

/** A line of it, for people. */
export function lineOf({ position, at, sentence, entity, stream }: HistoryEntry): string {
  return `${position}  ${at}  ${sentence}  [${entity ?? stream}]`;
}

/** Up to where it was told, so that nothing is told twice where a store was away in between. */
class Told {
  position: bigint;
  events = 0;

  constructor(position: bigint) {
    this.position = position;
  }
}

async function tell(
  run: Run,
  { index, entries }: OpenHistory,
  { wanted, told, upTo }: { wanted: Wanted; told: Told; upTo: bigint },
): Promise<void> {
  for (const places of placesInOrder(index, wanted, { after: told.position, upTo })) {
    const page = await entries.wanted(places, wanted);
    run.signal.throwIfAborted();
    for (const entry of page) run.sayOne(lineOf(entry), entry);
    told.events += page.length;
    told.position = places.at(-1)?.position ?? told.position;
  }
  if (upTo > told.position) told.position = upTo;
}

/** Tells what happens from now on, until it is interrupted. While a store is away it waits, and goes on where it was. */
async function goOn(run: Run, history: OpenHistory, { wanted, told }: { wanted: Wanted; told: Told }): Promise<never> {
  for (let isAway = false; ; ) {
    await pause(lookEvery, run.signal);
    run.signal.throwIfAborted();
    try {
      await tell(run, history, { wanted, told, upTo: await history.upToNow() });
      isAway = false;
    } catch (reason) {
      if (!(reason instanceof Unavailable)) throw reason;
      if (!isAway) run.remark(`${reason.message} It goes on when that is over.`);
      isAway = true;
    }
  }
}

function countIn(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new BadSetting('--limit is how many, from 1 on');
  return Number(limit);
}
