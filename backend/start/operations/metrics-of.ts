import type { Module } from '../../../modules/kernel/module.ts';
import type { NodeFeed } from '../../feed/node-feed.ts';
import type { MetricsOptions } from '../../http/metrics.ts';
import { AnsweredCalls } from '../../metrics/answered-calls.ts';
import { type Node, nodeGauges } from '../../metrics/node-gauges.ts';
import { ShownEvents } from '../../metrics/shown-events.ts';
import { background } from '../../runtime/scheduling/background.ts';

/** What this node tells of itself: what it counts from now on, and what it and its modules are asked for. */
export function metricsOf(
  token: string | undefined,
  modules: readonly Module[],
  { feed, store, queues, ...node }: Node & { readonly feed: NodeFeed },
): MetricsOptions {
  const shown = new ShownEvents();
  feed.listen((batch) => shown.hear(batch));
  const all = {
    ...queues,
    background: () => background.waiting,
    ...(store.waiting && { events: () => store.waiting?.() ?? 0 }),
  };
  return {
    token,
    calls: new AnsweredCalls(),
    shown,
    gauges: [...nodeGauges({ feed, store, queues: all, ...node }), ...modules.flatMap(({ gauges = [] }) => gauges)],
  };
}
