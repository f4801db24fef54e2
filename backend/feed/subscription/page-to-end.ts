import type { EventStore, LogBatch } from '../../../modules/kernel/event-store.ts';

/** A page of the log, which at its end goes up to `asked`; see toEnd. */
export async function pageToEnd(
  store: Pick<EventStore, 'readAll' | 'head'>,
  { after, limit, asked }: { readonly after: bigint; readonly limit: number; readonly asked: bigint },
): Promise<LogBatch> {
  return toEnd(store, await store.readAll({ after, limit }), asked);
}

/**
 * What was read, which at the end of the log goes up to `asked`, where that was a moment ago, though nothing of the shop's stands there:
 * unless a cluster's node gave it that is behind the one which was asked for the end, and has not got all of that yet.
 */
export async function toEnd(store: Pick<EventStore, 'head'>, page: LogBatch, asked: bigint): Promise<LogBatch> {
  if (!page.caughtUp || asked <= page.position) return page;
  const end = await store.head(); // Of whoever gave the page.
  const upTo = asked < end ? asked : end;
  return upTo > page.position ? { ...page, position: upTo } : page;
}
