import type { Measured } from './figure.ts';

/** Measures for so many seconds. */
export type Measure = (seconds: number) => Promise<Measured>;

/** How often ours and bare take turns. */
const rounds = 3;
/** Seconds for which each is asked before anything counts: by then what is called often is compiled. Of orders see orders.ts. */
const usualWarmUp = 1;

/**
 * Measures ours and bare in turn, since a machine that others use too is another one ten seconds later. Of the rounds of
 * each the middle one counts.
 * @param seconds for all rounds of each
 * @param warmUp seconds for which each is asked before
 */
export async function inTurn(
  seconds: number,
  ours: Measure,
  bare?: Measure,
  warmUp = usualWarmUp,
): Promise<{ ours: Measured; bare?: Measured }> {
  const each = Math.max(1, Math.round(seconds / rounds));
  await ours(warmUp);
  await bare?.(warmUp);
  const measured: { ours: Measured; bare?: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({ ours: await ours(each), ...(bare && { bare: await bare(each) }) });
  }
  const bareOnes = measured.flatMap((one) => one.bare ?? []);
  return { ours: middleOf(measured.map((one) => one.ours)), ...(bare && { bare: middleOf(bareOnes) }) };
}

/** What is in the middle of several rounds, each number for itself; all that failed. */
export function middleOf(all: readonly Measured[]): Measured {
  const middle = (of: (one: Measured) => number) => inTheMiddle(all.map(of));
  const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    answers: sum(({ answers }) => answers),
    perSecond: middle(({ perSecond }) => perSecond),
    median: middle(({ median }) => median),
    p99: middle(({ p99 }) => p99),
    failed: sum(({ failed }) => failed),
    ...(all.every(({ cpu }) => cpu !== undefined) && {
      cpu: middle(({ cpu = 0 }) => cpu),
      loop: middle(({ loop = 0 }) => loop),
    }),
  };
}

/** The number of which as many are larger as are smaller; 0 of none. */
export function inTheMiddle(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
}
