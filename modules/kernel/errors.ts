import type { StoredEvent } from './event.ts';

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

/** Nothing is wrong but these. */
export const wrongFields = (errors: readonly FieldError[]) => new Invalid('Some fields are not right.', errors);

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

/**
 * Signed in, but too long ago for what is asked: who this is must be proved anew (step-up). Nothing has happened, and the same
 * call may come again. Http says it as 403 with a type that a program can tell from other refusals (RFC 9457).
 */
export class ConfirmAgain extends Refusal {
  override name = 'ConfirmAgain';
  readonly type = '/problems/confirm-again';
  constructor() {
    super('Please confirm that it is you, and ask again.');
  }
}

/** The first proof of who somebody is was good, and a second is wanted before they are signed in. Http says it as 401. */
export class SecondFactorWanted extends Refusal {
  override name = 'SecondFactorWanted';
  readonly type = '/problems/second-factor';
  /** By what it can be proved. */
  readonly methods: readonly string[];
  /** The first proof, to come back with the second: a cookie. */
  readonly cookie: string;
  constructor(methods: readonly string[], cookie: string) {
    super('Please prove it by your second factor too.');
    this.methods = methods;
    this.cookie = cookie;
  }
}

/** A second factor that proves nothing; another try is borne. */
export class WrongSecondFactor extends Unauthorized {
  override name = 'WrongSecondFactor';
  override readonly countedAt = 'warn';
  readonly type = '/problems/second-factor';
  readonly methods: readonly string[];
  constructor(message: string, methods: readonly string[]) {
    super(message);
    this.methods = methods;
  }
}

/** Not there, or not for this user's eyes. */
export class NotFound extends Refusal {
  override name = 'NotFound';
}

/** The state of things does not allow it. */
export class Conflict extends Refusal {
  override name = 'Conflict';
  /** What of the input it is that cannot be done, where several things were asked for at once. */
  readonly errors: readonly FieldError[] = [];
  /** By which a program tells it from others (RFC 9457), where a page goes on in a way of its own. */
  readonly type?: string;
}

/** The same Idempotency-Key was used before for something else by the same person. */
export class KeyUsedBefore extends Conflict {
  override name = 'KeyUsedBefore';
  constructor() {
    super('This Idempotency-Key was used before with another request.');
  }
}

/** What is to be changed is not any more what the caller said that they had seen (If-Match). Http says it as 412. */
export class PreconditionFailed extends Refusal {
  override name = 'PreconditionFailed';
  /** The entity-tag of what is there now. */
  readonly tag: string;
  constructor(message: string, tag: string) {
    super(message);
    this.tag = tag;
  }
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

/** An index of the log is being made, and is not whole yet. Http says it as 503, of the type of what is BeingPrepared. */
export class NotMadeYet extends Busy {
  override name = 'NotMadeYet';
  readonly type = '/problems/being-prepared';
}

/** Whoever asked is gone before it was their turn: nothing was done, and nobody hears so. */
export class HungUp extends Refusal {
  override name = 'HungUp';
}

/** A store or a provider cannot be reached, and what became of the call may not be known. Trying again may help. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * A read model of this release is not made yet: that goes on beside all else. Http says it as 503 with a type that a program can
 * tell from other refusals (RFC 9457).
 */
export class BeingPrepared extends Unavailable {
  override name = 'BeingPrepared';
  readonly type = '/problems/being-prepared';
  /** Seconds after which to ask again. */
  readonly retryAfter = 2;
  constructor(projection: string) {
    super(`The read models of ${projection} are being made.`);
  }
}

/** The log holds what this release does not know: a newer one wrote it. Another node may be able to answer. */
export class NewerRelease extends Unavailable {
  override name = 'NewerRelease';
}

/**
 * A stream holds an event that cannot be read, whoever wrote it, or does not hold any more all that was written to it: nothing can be
 * decided on it until that is restored.
 */
export class DamagedStream extends Unavailable {
  override name = 'DamagedStream';
  /** The event that cannot be read: `damaged` says what is wrong with it. */
  readonly event: StoredEvent | undefined;
  /** Which one it is. */
  readonly stream: string;
  constructor(stream: string, what: StoredEvent | string) {
    const isEvent = typeof what !== 'string';
    super(`${stream} cannot be read: ${isEvent ? what.damaged : what}`);
    this.stream = stream;
    this.event = isEvent ? what : undefined;
  }
}

/** Some of many things could not be done, each for its own stream alone; the others were. */
export class SomeNotDone extends Unavailable {
  override name = 'SomeNotDone';
  readonly #reasons: readonly unknown[];
  constructor(reasons: readonly unknown[]) {
    const all = reasons.flatMap((reason) => (reason instanceof SomeNotDone ? reason.#reasons : [reason]));
    super(`${all.length} failed: ${all.slice(0, 5).join('; ')}`);
    this.#reasons = all;
  }
}

/** Whether what is Unavailable is so for its own stream alone, perhaps for good: of others something can be said all the same. */
export function isOfOneStream(reason: unknown): boolean {
  return [DamagedStream, NewerRelease, SomeNotDone].some((kind) => reason instanceof kind);
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
  /** Which one it is that is elsewhere. */
  readonly stream: string;
  constructor(stream: string, expected: bigint | string) {
    super(`Stream ${stream} is not at revision ${expected}.`);
    this.stream = stream;
  }
}

/** Somebody else applied the projection meanwhile, or its read models were put back. */
export class CheckpointMoved extends Error {
  override name = 'CheckpointMoved';
  constructor(projection: string, expected: bigint | undefined) {
    super(`Projection ${projection} is not at ${expected ?? 'its beginning'}.`);
  }
}
