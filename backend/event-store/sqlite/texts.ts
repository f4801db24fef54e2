import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Append, Appended } from '../../../modules/kernel/event-store.ts';
import { isPlain } from '../plain-data.ts';
import type { AppendOfTexts } from './jobs.ts';

/** What is to be appended, as the texts that are stored. */
export function inTexts({ stream, expected, events }: Append): AppendOfTexts {
  if (events.length === 0) throw new RangeError('An append needs at least one event.');
  const texts = events.map(({ id, type, data, meta }) => ({
    id,
    type,
    data: JSON.stringify(data ?? null),
    meta: JSON.stringify(meta),
  }));
  return { stream, expected, events: texts };
}

/** What was appended, as it would be read back. Nothing, where the store does not say where each event stands. */
export function storedOf(
  appends: readonly Append[],
  texts: readonly AppendOfTexts[],
  appended: readonly Appended[],
): StoredEvent[] {
  const stored: StoredEvent[] = [];
  for (const [index, { stream, events }] of appends.entries()) {
    const { revision, positions = [] } = appended[index] ?? {};
    if (revision === undefined || positions.length !== events.length) return [];
    const first = revision - BigInt(events.length) + 1n;
    for (const [nth, { id, type, data, meta }] of events.entries()) {
      const text = texts[index]?.events[nth];
      stored.push({
        id,
        type,
        data: isPlain(data) ? data : JSON.parse(text?.data ?? 'null'),
        meta,
        stream,
        revision: first + BigInt(nth),
        position: positions[nth] ?? 0n,
      });
    }
  }
  return stored;
}
