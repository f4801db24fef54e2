/** What was measured under load. */
export type Measured = {
  /** Answers of 2xx, and how many of them came a second. */
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds that half of the answers took at the most. */
  readonly median: number;
  /** Milliseconds that 99 of 100 answers took at the most. */
  readonly p99: number;
  /** Answers that were no success, and calls that got none: 0 unless something went wrong, which the table then says. */
  readonly failed: number;
  /** Microseconds of the processor that the server spent for each: in all of its threads, and in the event loop's. */
  readonly cpu?: number;
  readonly loop?: number;
};

/** What is no rate: what something takes of the memory, of the clock or of the processor. */
export type Amount = { readonly value: number; readonly unit: 'MB' | 's' | 'ms' | 'µs' };

/** What must be reached. */
export type Target = {
  /** Times the bare figure of the same run, at least. */
  readonly ofBare?: number;
  /** At least. */
  readonly perSecond?: number;
  /** Milliseconds, at most. */
  readonly p99?: number;
  /** How many times the median the p99 is, at most. */
  readonly p99ofMedian?: number;
  /** Microseconds of the processor for each, at most: of all threads, and of the event loop's. */
  readonly cpu?: number;
  readonly loop?: number;
  /** Of the amount, at most. */
  readonly amount?: number;
};

/** One line of the table: what the shop does, and what something bare does on the same machine in the same run. */
export type Figure = {
  readonly what: string;
  readonly ours: Partial<Measured> & { readonly amount?: Amount };
  readonly bare?: Partial<Measured>;
  /** What it is compared with. */
  readonly beside?: string;
  readonly must?: Target;
  /** What else there is to say. */
  readonly note?: string;
};

/** Figures that were measured on the same stores. */
export type Figures = { readonly on: string; readonly figures: readonly Figure[] };

/** One thing that must be reached, in words, and whether it was. */
export type Verdict = { readonly wanted: string; readonly isReached: boolean };

/** What a figure must reach, of what was measured of it. */
export function verdictsOn({ ours, bare, must = {} }: Figure): Verdict[] {
  const verdicts: Verdict[] = [];
  const want = (wanted: string, value: number | undefined, isReached: (value: number) => boolean) => {
    if (value !== undefined) verdicts.push({ wanted, isReached: isReached(value) });
  };
  const { ofBare, perSecond, p99, p99ofMedian, cpu, loop, amount } = must;
  if (ofBare !== undefined) want(`≥ ${ofBare} x`, ratioOf({ ours, bare }), (value) => value >= ofBare);
  if (perSecond !== undefined) want(`≥ ${whole(perSecond)}/s`, ours.perSecond, (value) => value >= perSecond);
  if (p99 !== undefined) want(`p99 ≤ ${p99} ms`, ours.p99, (value) => value <= p99);
  if (p99ofMedian !== undefined) {
    const { median = 0, p99: longest } = ours;
    want(`p99 ≤ ${p99ofMedian} medians`, longest, (value) => value <= p99ofMedian * Math.max(median, 1));
  }
  if (cpu !== undefined) want(`≤ ${whole(cpu)} µs of the processor`, ours.cpu, (value) => value <= cpu);
  if (loop !== undefined) want(`≤ ${whole(loop)} µs of the event loop`, ours.loop, (value) => value <= loop);
  if (amount !== undefined && ours.amount) {
    want(`≤ ${whole(amount)} ${ours.amount.unit}`, ours.amount.value, (value) => value <= amount);
  }
  return verdicts;
}

/** How many times the bare figure ours is; undefined where there is none. */
export function ratioOf({ ours, bare }: Pick<Figure, 'ours' | 'bare'>): number | undefined {
  return ours.perSecond === undefined || !bare?.perSecond ? undefined : ours.perSecond / bare.perSecond;
}

/**
 * A figure, or why there is none: what fails on a busy machine does not end what is measured after it.
 * @param must what it must reach
 */
export async function tried(
  what: string,
  measure: () => Promise<Omit<Figure, 'what' | 'must'>>,
  must?: Target,
): Promise<Figure> {
  try {
    return { what, must, ...(await measure()) };
  } catch (reason) {
    return { what, must, ours: {}, note: `not measured: ${reason instanceof Error ? reason.message : String(reason)}` };
  }
}

/** The same of several figures, of which `what` says what they would have been. */
export async function allTried(what: string, measure: () => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  let measured: readonly Figure[] = [];
  const failure = await tried(what, async () => {
    measured = await measure();
    return { ours: {} };
  });
  return failure.note === undefined ? measured : [failure];
}

/** A number as people read it. */
export function whole(value: number): string {
  return (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en-US');
}
