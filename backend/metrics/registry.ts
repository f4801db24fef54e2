import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Gauge as Watched } from '../../modules/kernel/gauge.ts';
import type { AnsweredCalls } from './answered-calls.ts';
import { CountedHistogram } from './counted-histogram.ts';
import type { ShownEvents } from './shown-events.ts';

/** What this node counts by itself, and what it reads when it is asked. */
export type Metered = {
  readonly calls: AnsweredCalls;
  readonly shown: ShownEvents;
  readonly gauges: readonly Watched[];
};

/** All metrics of this process in the library's hands. To be made when they are first asked for. */
export function registryOf({ calls, shown, gauges }: Metered): Registry {
  const registry = new Registry();
  // A quarter of what the library takes by itself, which wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 40 });
  registry.registerMetric(
    new CountedHistogram({
      name: 'http_request_duration_seconds',
      help: 'Calls by route as it is declared and by what came of them; live connections are none.',
      labelNames: ['method', 'route', 'status'],
      read: () => calls.all,
    }),
  );
  registry.registerMetric(
    new CountedHistogram({
      name: 'inventory_event_shown_seconds',
      help: 'From the time of an event to the moment when GETs of this node show it.',
      read: () => [{ labels: {}, durations: shown.after }],
    }),
  );
  new Counter({
    name: 'inventory_events_total',
    help: 'Events of the log that this node has followed, by type.',
    labelNames: ['type'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [type, count] of shown.byType) this.inc({ type }, count);
    },
  });
  for (const gauge of gauges) register(gauge, registry);
  return registry;
}

/** What cannot be read at the moment is left out, and the rest is shown. */
function register({ name, help, labels = [], read }: Watched, registry: Registry): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      this.reset();
      if (labels.length === 0) this.remove();
      try {
        for (const reading of await read()) this.set({ ...reading.labels }, reading.value);
      } catch {
        // That a store is away is a metric of its own.
      }
    },
  });
}
