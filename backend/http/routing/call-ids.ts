import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { correlationOf, type TraceParent, traceParentIn } from '../../tracing/trace-ids.ts';

/** As proxies and programs make them: long enough for any of theirs, short enough for a line of a log. */
const requestId = /^[\w.:/+=-]{1,128}$/;

/** By what a call is found again: made when it is first asked for, since most calls have no need of it. */
export class CallIds {
  readonly #headers: IncomingHttpHeaders;
  readonly #isTraced: boolean;
  #request: string | undefined;
  #correlation: string | undefined;

  /** @param isTraced whether the browser's trace is gone on with; else its header means nothing */
  constructor(headers: IncomingHttpHeaders, isTraced: boolean) {
    this.#headers = headers;
    this.#isTraced = isTraced;
  }

  /** Of this call alone: the one that whoever sent it has given it (`X-Request-Id`), or a new one. */
  get request(): string {
    const given = this.#headers['x-request-id'];
    this.#request ??= typeof given === 'string' && requestId.test(given) ? given : randomUUID();
    return this.#request;
  }

  /** Shared by all that follows from it: each event says it. With traces it is the trace's. */
  get correlation(): string {
    const { trace } = this;
    this.#correlation ??= trace ? correlationOf(trace.traceId) : randomUUID();
    return this.#correlation;
  }

  /** Of which trace of the browser's it is a part. */
  get trace(): TraceParent | undefined {
    return this.#isTraced ? traceParentIn(this.#headers.traceparent, this.#headers.tracestate) : undefined;
  }
}
