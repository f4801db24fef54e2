import { type Attributes, ROOT_CONTEXT, type Span, type SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { pause } from '../runtime/time/pause.ts';

export type Collector = {
  /** Of a collector of OpenTelemetry, over HTTP. */
  readonly endpoint: string;
  readonly service: string;
  /** Which part of all traces is kept, from 0 to 1; all nodes keep the same ones. */
  readonly ratio: number;
};

export type NewSpan = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  /** Of this span, where others have to know it; random otherwise. */
  readonly id?: string;
  readonly parent?: string | undefined;
  /** Milliseconds since the Unix epoch; now, when left out. */
  readonly startTime?: number;
  readonly attributes?: Attributes;
};

/** Milliseconds between two times that spans are sent, and that the last of them have. */
const sendEvery = 1_000;
const farewell = 1_000;

/** Spans with ids that are known beforehand: the library asks for new ones as it begins a span, and is given those. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  chosen: { readonly trace: string; readonly span: string | undefined } | undefined;

  generateTraceId = () => this.chosen?.trace ?? this.#random.generateTraceId();
  generateSpanId = () => this.chosen?.span ?? this.#random.generateSpanId();
}

/** Where spans go. */
export class Spans {
  readonly #ids = new ChosenIds();
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider['getTracer']>;

  constructor({ endpoint, service, ratio }: Collector) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    this.#provider = new TracerProvider({
      idGenerator: this.#ids,
      // By the trace's id, whatever the browser wishes: whoever asks for much could else fill the collector.
      sampler: new TraceIdRatioBasedSampler(ratio),
      resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEvery })],
    });
    this.#tracer = this.#provider.getTracer('inventory');
  }

  begin({ name, traceId, id, parent, ...options }: NewSpan): Span {
    const above = parent && { traceId, spanId: parent, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
    this.#ids.chosen = { trace: traceId, span: id };
    try {
      return this.#tracer.startSpan(name, options, context);
    } finally {
      this.#ids.chosen = undefined;
    }
  }

  async close(): Promise<void> {
    const waited = new AbortController();
    await Promise.race([this.#provider.shutdown().catch(() => {}), pause(farewell, waited.signal)]);
    waited.abort();
  }
}
