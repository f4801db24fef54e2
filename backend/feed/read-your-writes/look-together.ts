/** A look that is shared by all who ask in one turn of the event loop. Nobody is answered from one that is older than their question. */
export type SharedLook<Seen> = {
  /**
   * For whoever only reads. The first of a turn has a look at once, and so is answered before anything else of that turn is done; those who
   * come after them share one. Undefined where there is nothing to wait for.
   */
  readonly forReading: () => Promise<Seen | undefined> | undefined;
  /** For whoever changes something: they go on once those who read in the same turn have their answers. */
  readonly forChange: () => Promise<Seen | undefined>;
};

/**
 * One look for all who ask in one turn of the event loop. It is made once the turn is over, after the last of them has asked: so
 * under load hardly anybody pays for one.
 * @param look undefined, or a promise where there is something to wait for
 */
export function lookTogether<Seen>(look: () => Promise<Seen> | undefined): SharedLook<Seen> {
  let hasLooked = false;
  let next: TurnsLook<Seen> | undefined;
  const shared = () => {
    next ??= new TurnsLook(look, () => {
      next = undefined;
    });
    return next;
  };
  return {
    forChange: () => shared().changes.promise,
    forReading() {
      if (hasLooked) return shared().reads.promise;
      hasLooked = true;
      setImmediate(() => {
        hasLooked = false;
      });
      return look();
    },
  };
}

/** The look that is made at the end of a turn. */
class TurnsLook<Seen> {
  readonly reads = Promise.withResolvers<Seen | undefined>();
  readonly changes = Promise.withResolvers<Seen | undefined>();

  /** @param over called before it is made: whoever asks then is of the next turn */
  constructor(look: () => Promise<Seen> | undefined, over: () => void) {
    // Not everybody waits for both.
    for (const { promise } of [this.reads, this.changes]) promise.catch(() => undefined);
    let seen: Promise<Seen> | undefined;
    setImmediate(() => {
      over();
      try {
        seen = look();
        this.reads.resolve(seen);
      } catch (reason) {
        this.reads.reject(reason);
        this.changes.reject(reason);
      }
    });
    // Node does what the one before has set going before it comes to this one.
    setImmediate(() => this.changes.resolve(seen));
  }
}
