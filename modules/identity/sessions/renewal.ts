/** How long a cookie stays good once its successor was used, in milliseconds: what a lost answer or another tab takes. */
export const grace = 10_000;
/** So many uses within that time are told apart; more of them are nobody who browses. */
const mostRecent = 50;

/**
 * How far a session's cookie has been renewed. Cookies are counted from 0, and each says its number (generation); the next one
 * after the newest that was used is given out.
 */
export type Renewal = {
  /** All before this one are good no more: a later one was used longer ago than the grace. */
  readonly settled: number;
  /** Those that were first used since, and when (ms since the Unix epoch). */
  readonly recent: readonly (readonly [generation: number, at: number])[];
  /** When the person last did something themselves (ms since the Unix epoch), as far as that is known. */
  readonly actedAt?: number;
};

export type Renewed = { readonly renewal: Renewal; readonly next: number };

/**
 * What a cookie is good for (refresh token rotation with detection of reuse: RFC 9700, 4.14.2). Two who use the same one get the
 * same next one. A session of which nothing is kept is taken up where the cookie is.
 * @returns undefined when the cookie is used again, later than it may: somebody has a copy of it
 */
export function renewed(before: Renewal | undefined, generation: number, now: number): Renewed | undefined {
  const { settled, recent } = settledBy(before ?? { settled: 0, recent: [] }, now);
  if (generation < settled) return undefined;
  const newest = Math.max(settled, ...recent.map(([used]) => used));
  const uses = generation > newest ? [...recent, [generation, now] as const] : recent;
  const { actedAt } = before ?? {};
  return {
    renewal: { ...bounded({ settled, recent: uses }), ...(actedAt !== undefined && { actedAt }) },
    next: Math.max(newest, generation) + 1,
  };
}

/** Notes when the person last did something: never an earlier time than is known. */
export function acted(before: Renewal | undefined, at: number): Renewal {
  return { ...(before ?? { settled: 0, recent: [] }), actedAt: Math.max(before?.actedAt ?? 0, at) };
}

function settledBy({ settled, recent }: Renewal, now: number): Pick<Renewal, 'settled' | 'recent'> {
  const isPast = ([, at]: readonly [number, number]) => at + grace <= now;
  return {
    settled: Math.max(settled, ...recent.filter(isPast).map(([used]) => used)),
    recent: recent.filter((use) => !isPast(use)),
  };
}

function bounded({ settled, recent }: Pick<Renewal, 'settled' | 'recent'>): Pick<Renewal, 'settled' | 'recent'> {
  if (recent.length <= mostRecent) return { settled, recent };
  const [[first] = [settled], ...rest] = recent;
  return { settled: Math.max(settled, first), recent: rest };
}
