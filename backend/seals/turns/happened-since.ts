import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { wholeEvent } from '../../event-store/whole-event.ts';
import type { SealEvent } from '../last-sealed.ts';
import { isSeal } from '../log-sealed.ts';
import { leavesAfter } from '../tree/leaves.ts';
import type { Grown } from '../tree/tree-edge.ts';

/** Events that are read at a time by whoever only asks whether there are any: behind the edge there is the seal itself, mostly. */
const few = 8;

type Log = Pick<EventStore, 'file' | 'readAll' | 'head'>;

/**
 * Whether anything has happened since the last seal, by which the next is wanted. Only looks. Of a log of which it is not known how far it was
 * sealed, a copy for one, it is taken for so.
 */
export async function happenedSince(
  store: Log,
  { grown, last }: { readonly grown: Grown | undefined; readonly last: SealEvent | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  if (grown?.seal !== last?.data.number || grown?.tree.root().toString('hex') !== last?.data.root) return true;
  const behind = leavesAfter(store, grown?.position ?? start, { signal, limit: few });
  for await (const { leaves, damaged } of behind) if (leaves.length + damaged.length > 0) return true;
  return false;
}

/**
 * When the first thing happened since the last seal, ISO 8601; undefined while nothing has. Where that cannot be read, and of what does not
 * say when it was, it is the time of the seal.
 */
export async function openSince(
  store: Log,
  { grown, last }: { readonly grown: Grown | undefined; readonly last: SealEvent },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!(await happenedSince(store, { grown, last }, signal))) return undefined;
  const after = grown?.seal === last.data.number ? grown.position : last.position;
  const read = await store.readAll({ after, limit: few }).catch(() => undefined);
  const first = read?.events.find((event) => !isSeal(event));
  return (first && wholeEvent(first).meta.time) || last.data.at;
}
