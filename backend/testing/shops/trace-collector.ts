import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listening } from '../servers/listening.ts';

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
});
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value })).default([]),
});
const sent = z.object({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(span) })) })),
});

export type CollectedSpan = z.output<typeof span>;

/** A collector of traces (OTLP over HTTP, as JSON), gone after the test. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body: unknown = await json(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    for (const { scopeSpans } of sent.parse(body).resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listening(server);
  return {
    /** What OTEL_EXPORTER_OTLP_ENDPOINT takes. */
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    of: (traceId: string) => spans.filter((one) => one.traceId === traceId),
  };
}
