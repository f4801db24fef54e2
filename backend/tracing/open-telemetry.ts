import { AsyncLocalStorage } from 'node:async_hooks';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { type Collector, Spans } from './spans.ts';
import { spanIdOf, traceIdOf } from './trace-ids.ts';
import { tracedCommands } from './traced-commands.ts';
import { tracedStore } from './traced-store.ts';
import type { Tracing } from './tracing.ts';

/** Tracing by OpenTelemetry. Loaded only where there is a collector. */
export function openTelemetry(collector: Collector): Tracing {
  const spans = new Spans(collector);
  /** The call that something is done for, by the id of its span. */
  const calls = new AsyncLocalStorage<string>();

  return {
    async call({ method, route, correlationId, parent, status }, work) {
      // The browser's own span: it cannot reach the collector, and the shop knows as much of it.
      const click =
        parent?.clickAgo !== undefined &&
        spans.begin({
          name: 'click',
          kind: SpanKind.CLIENT,
          traceId: parent.traceId,
          id: parent.spanId,
          startTime: Date.now() - parent.clickAgo,
          attributes: { 'inventory.correlation': correlationId },
        });
      const span = spans.begin({
        name: `${method} ${route}`,
        kind: SpanKind.SERVER,
        traceId: traceIdOf(correlationId),
        parent: parent?.spanId,
        attributes: { 'http.request.method': method, 'http.route': route, 'inventory.correlation': correlationId },
      });
      try {
        return await calls.run(span.spanContext().spanId, work);
      } finally {
        span.setAttribute('http.response.status_code', status());
        if (status() >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        if (click) click.end();
      }
    },
    commands: (commands) => tracedCommands(commands, spans, () => calls.getStore()),
    store: (store) => tracedStore(store, spans),
    appliedBy:
      (projections) =>
      ({ events }, since) => {
        for (const event of events) {
          for (const projection of projections) {
            if (!projection.handles(event.type)) continue;
            spans
              .begin({
                name: `project ${projection.name}`,
                kind: SpanKind.CONSUMER,
                traceId: traceIdOf(event.meta.correlationId),
                parent: spanIdOf(event.id),
                startTime: since,
                attributes: { 'inventory.event': event.type, 'inventory.position': event.position.toString() },
              })
              .end();
          }
        }
      },
    told(event, notice, browsers) {
      spans
        .begin({
          name: `tell ${notice}`,
          kind: SpanKind.PRODUCER,
          traceId: traceIdOf(event.meta.correlationId),
          parent: spanIdOf(event.id),
          attributes: { 'inventory.event': event.type, 'inventory.browsers': browsers },
        })
        .end();
    },
    close: () => spans.close(),
  };
}
