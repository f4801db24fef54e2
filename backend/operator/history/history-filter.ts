import { historyQuery } from '../../../modules/audit/contract.ts';
import type { Wanted } from '../../../modules/audit/history-index.ts';
import { streamOfEntity } from '../../../modules/audit/stream-names.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { microsecondsOf } from '../../../modules/kernel/time/moment.ts';
import { sinceOf, untilOf } from '../../../modules/kernel/time/time-range.ts';
import { wholeEvent } from '../../event-store/whole-event.ts';
import { BadSetting } from '../../start/settings/config.ts';

/** What one looks for in the history, as it was typed. */
export type HistoryFilter = {
  readonly stream?: string;
  readonly type?: string;
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
  readonly correlation?: string;
  readonly after?: string;
};

/** A stream is looked for by its name, or by what it is about. */
const typed = historyQuery.pick({ type: true, actor: true, since: true, until: true, correlation: true, after: true });

/** @throws BadSetting for what is not well formed, in the words of the call, and for a time that ends before it begins */
export function wantedBy({ stream, ...rest }: HistoryFilter): { readonly wanted: Wanted; readonly after: bigint } {
  const read = typed.safeParse(rest);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadSetting(`--${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { after = '0', since, until, ...others } = read.data;
  const wanted = {
    ...others,
    stream: stream === undefined ? undefined : streamOfEntity(stream),
    since: since === undefined ? undefined : sinceOf(since),
    until: until === undefined ? undefined : untilOf(until),
  };
  if (wanted.since !== undefined && wanted.until !== undefined && wanted.since > wanted.until) {
    throw new BadSetting('--since is after --until, and nothing can have happened in between');
  }
  return { wanted, after: BigInt(after) };
}

/** Whether an event is wanted, of whoever reads the log itself. One that does not say who did it, and when, is nobody's and of no time. */
export function isWanted(event: StoredEvent, wanted: Wanted): boolean {
  const { stream, type, meta } = wholeEvent(event);
  const is = (said: string | undefined, has: string) => said === undefined || said === has;
  const at = microsecondsOf(meta.time) ?? 0;
  return (
    is(wanted.stream, stream) &&
    is(wanted.type, type) &&
    is(wanted.actor, meta.actor.uid) &&
    is(wanted.correlation, meta.correlationId) &&
    at >= (wanted.since ?? 0) &&
    at <= (wanted.until ?? Number.MAX_SAFE_INTEGER)
  );
}
