/** One number of a gauge: `labels` say which, where there are several. */
export type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** Something of the shop's that operators watch, read when they ask. */
export type Gauge = {
  /** As Prometheus has it: snake_case, the unit at the end. */
  readonly name: string;
  readonly help: string;
  /** What tells its readings apart. Never what people type or are: each value is a time series for good. */
  readonly labels?: readonly string[];
  /** From read models, by key or index: it is asked every few seconds. */
  readonly read: () => Promise<readonly Reading[]> | readonly Reading[];
};
