import { SpanKind } from '@opentelemetry/api';
import type { Append, EventStore } from '../../modules/kernel/event-store.ts';
import { ended } from './ended.ts';
import type { Spans } from './spans.ts';
import { spanIdOf, traceIdOf } from './trace-ids.ts';

/** A span for each event that is appended, from when it is sent until it is durable. */
export function tracedStore(store: EventStore, spans: Spans): EventStore {
  async function traced<Result>(appends: readonly Append[], append: () => Promise<Result>): Promise<Result> {
    const begun = appends.flatMap(({ stream, events }) =>
      events.map(({ id, type, meta }) =>
        spans.begin({
          name: `append ${type}`,
          kind: SpanKind.PRODUCER,
          traceId: traceIdOf(meta.correlationId),
          id: spanIdOf(id),
          parent: spanIdOf(meta.commandId, meta.command),
          attributes: { 'inventory.event': type, 'inventory.event.id': id, 'inventory.category': categoryOf(stream) },
        }),
      ),
    );
    return ended(begun, append);
  }
  const { append, appendAll } = store;
  return {
    ...store,
    append: (stream, expected, events) =>
      traced([{ stream, expected, events }], () => append(stream, expected, events)),
    ...(appendAll && { appendAll: (appends, turn) => traced(appends, () => appendAll(appends, turn)) }),
  };
}

function categoryOf(stream: string): string {
  return stream.slice(0, Math.max(0, stream.indexOf('-')));
}
