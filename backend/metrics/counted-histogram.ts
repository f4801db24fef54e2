import { Histogram } from 'prom-client';
import { bounds, type Durations } from './durations.ts';

type Series = { metricName: string; labels: Readonly<Record<string, string | number>>; value: number };
type Counted = { readonly labels: Readonly<Record<string, string>>; readonly durations: Durations };

/** A histogram of the library's that shows what was counted elsewhere (Durations). */
export class CountedHistogram extends Histogram {
  readonly #of: { readonly name: string; readonly help: string };
  readonly #read: () => readonly Counted[];

  constructor(options: { name: string; help: string; labelNames?: string[]; read: () => readonly Counted[] }) {
    const { read, ...named } = options;
    super({ ...named, buckets: bounds, registers: [] });
    this.#of = named;
    this.#read = read;
  }

  /** What the library writes its text from, and what its `get` is made of. No part of its documented interface; the specs fail when it is not there. */
  async getForPromString() {
    const { name, help } = this.#of;
    return {
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: this.#read().flatMap((counted) => seriesOf(name, counted)),
    };
  }
}

/** As Prometheus has a histogram: how many took up to each bound, those of the bounds before included. */
function seriesOf(name: string, { labels, durations }: Counted): Series[] {
  let count = 0;
  const buckets = [...durations.counts].map((own, at) => {
    count += own;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: durations.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
