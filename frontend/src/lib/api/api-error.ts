import type { Problem } from '../../../../modules/kernel/wire/wire.ts';

/** The server has answered, and the answer is no. `message` is fit to be shown. */
export class ApiError extends Error {
  /** What kind of problem it is, where a page goes on in a way of its own: `/problems/confirm-again` for one. */
  readonly type: string | undefined;
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: NonNullable<Problem['errors']>;
  /** Of `/problems/second-factor`: by what one can go on. */
  readonly methods: readonly string[];
  /** After which time the server wants to be asked again, if it says so. */
  readonly retryAfterMs: number;

  constructor(problem: Omit<Problem, 'type'> & Partial<Pick<Problem, 'type'>>, retryAfter?: string | null) {
    super(problem.detail ?? problem.title);
    this.name = 'ApiError';
    this.type = problem.type;
    this.status = problem.status;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.methods = problem.methods ?? [];
    this.retryAfterMs = (Number(retryAfter) || 0) * 1_000;
  }
}

/** No answer came: the network or the server is away. Whether a change has happened is unknown; ask again with its key. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The shop cannot be reached. Check the connection and try again.', { cause });
    this.name = 'NoAnswer';
  }
}

/** True for the answers that say "not you" or "not without signing in". */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/**
 * True when the server has looked at the request and refused it: then nothing has happened. Who is asked to sign in or
 * to wait, and who meets a shop in trouble (5xx), does not know what became of an earlier try.
 */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}

/** True when the first proof of a sign-in was good, or a second one wrong: it goes on with a second factor. */
export function isSecondFactorWanted(error: unknown): error is ApiError {
  return error instanceof ApiError && error.type === '/problems/second-factor';
}

/** Reads an RFC 9457 problem; an answer that is none (a proxy's page, say) becomes one with the status alone. */
export async function problemIn(response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfter = response.headers.get('retry-after');
  const fallback = { status, title: response.statusText || `The shop answered ${status}.` };
  if (!response.headers.get('content-type')?.includes('json')) return new ApiError(fallback, retryAfter);
  try {
    const body: Partial<Problem> = await response.json();
    return new ApiError({ ...fallback, ...body, status }, retryAfter);
  } catch {
    return new ApiError(fallback, retryAfter);
  }
}
