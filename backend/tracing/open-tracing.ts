import type { Config } from '../start/settings/config.ts';
import type { Tracing } from './tracing.ts';

/** Tracing as the settings have it; undefined without a collector, and then nothing of it is loaded. */
export async function openTracing(config: Config): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = config;
  if (endpoint === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry({ endpoint, service, ratio: config.OTEL_TRACES_SAMPLER_ARG });
}
