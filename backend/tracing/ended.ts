import { type Span, SpanStatusCode } from '@opentelemetry/api';

/** Ends spans when something has come to its end. Of what went wrong it is said only what kind it is: a message may be personal. */
export async function ended<Result>(spans: readonly Span[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (reason) {
    const message = reason instanceof Error ? reason.name : 'thrown';
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw reason;
  } finally {
    for (const span of spans) span.end();
  }
}
