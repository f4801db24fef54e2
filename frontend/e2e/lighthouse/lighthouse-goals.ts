export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Scores = Record<(typeof categories)[number], number>;

/** One visit, or the middle of several. */
export type Measured = { readonly scores: Scores; readonly paintMs: number; readonly blockedMs: number };

export type Run = Measured & { readonly summary: string };

const least = 100;
/** Of the largest paint, in milliseconds, as Lighthouse reckons it for a slow phone on a slow network. */
const latestPaintMs = 1_200;

/** The middle one of each number: a machine that is busy with something else for a moment does not decide. */
export function middleOf(runs: readonly Measured[]): Measured {
  const middle = (of: (run: Measured) => number) => {
    const numbers = runs.map(of).toSorted((one, other) => one - other);
    return numbers[Math.floor(numbers.length / 2)] ?? Number.NaN;
  };
  const scores = categories.map((category) => [category, middle((run) => run.scores[category])] as const);
  return {
    scores: Object.fromEntries(scores) as Scores,
    paintMs: middle(({ paintMs }) => paintMs),
    blockedMs: middle(({ blockedMs }) => blockedMs),
  };
}

/** What a page misses of what it is to reach, each in a sentence; nothing where it reaches all of it. */
export function missedBy(name: string, { scores, paintMs }: Measured): string[] {
  return [
    ...categories
      // Written so that what is no number misses it as well.
      .filter((category) => !(scores[category] >= least))
      .map((category) => `${name}: ${category} is ${scores[category]}, not ${least}.`),
    ...(paintMs <= latestPaintMs
      ? []
      : [`${name}: the largest paint is at ${paintMs} ms, not by ${latestPaintMs} ms.`]),
  ];
}
