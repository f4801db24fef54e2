/** One field of the input that is wrong, and what is wrong with it. */
export type FieldError = { readonly path: string; readonly message: string };

/** What the shop refuses, and why, in words that its user may read. Only http/ turns these into status codes. */
export class Refusal extends Error {
  /** At which level the log tells operators how often it happened; left out for what is of every day. */
  readonly countedAt?: 'info' | 'warn';
}

/** The input does not say what it must. */
export class Invalid extends Refusal {
  override name = 'Invalid';
  readonly errors: readonly FieldError[];
  constructor(message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.errors = errors;
  }
}

/** Nobody is known, or not well enough. */
export class Unauthorized extends Refusal {
  override name = 'Unauthorized';
  override readonly countedAt: 'info' | 'warn' = 'info';
}

/** Somebody was signed in, and is no more; the message says why. A program tells it by its type (RFC 9457). */
export class SessionOver extends Unauthorized {
  override name = 'SessionOver';
  readonly type = '/problems/session-over';
}

/** Known, but not allowed. */
export class Forbidden extends Refusal {
  override name = 'Forbidden';
  override readonly countedAt = 'warn';
}

/** Not there, or not for this user's eyes. */
export class NotFound extends Refusal {
  override name = 'NotFound';
}

/** The state of things does not allow it. */
export class Conflict extends Refusal {
  override name = 'Conflict';
}

/** Too often, or too much, by this one caller. Http says it as 429. */
export class TooMany extends Refusal {
  override name = 'TooMany';
  override readonly countedAt = 'warn';
  /** Seconds after which to ask again. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/**
 * Load shedding: too much is asked by all together, or too early, and this call is turned away so that others are still
 * answered. Nothing is broken, unlike when something is Unavailable; and nothing has happened, so that the same call may
 * come again. Http says it as 503.
 */
export class Busy extends Refusal {
  override name = 'Busy';
  override readonly countedAt = 'warn';
  /** Seconds after which to ask again. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter = 1) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Whoever asked is gone before it was their turn: nothing was done, and nobody hears so. */
export class HungUp extends Refusal {
  override name = 'HungUp';
}

/** A store or a provider cannot be reached, and what became of the call may not be known. Trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** The log holds what this release does not know: a newer one wrote it. Another node may be able to answer. */
export class NewerRelease extends Unavailable {
  override name = 'NewerRelease';
}

/**
 * A store does not let the shop in, by what its settings say: a wrong password, a certificate that is not trusted. To a
 * caller it is as unavailable as one that is away, but waiting will not help: at the start it is said in one line, which
 * names the setting.
 */
export class AccessRefused extends Unavailable {
  override name = 'AccessRefused';
}

/** The stream is not at the revision that the writer decided on. */
export class WrongExpectedRevision extends Error {
  override name = 'WrongExpectedRevision';
  constructor(stream: string, expected: bigint | string) {
    super(`Stream ${stream} is not at revision ${expected}.`);
  }
}

/** Somebody else applied the projection meanwhile, or its read models were put back. */
export class CheckpointMoved extends Error {
  override name = 'CheckpointMoved';
  constructor(projection: string, expected: bigint | undefined) {
    super(`Projection ${projection} is not at ${expected ?? 'its beginning'}.`);
  }
}
