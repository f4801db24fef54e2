/**
 * One look for all who ask in one turn of the event loop. It is made once the turn is over, after the last of them has asked:
 * so nobody is answered from a look that is older than their question, and under load hardly anybody pays for one.
 * @param look undefined, or a promise where there is something to wait for
 */
export function lookTogether<Seen>(look: () => Promise<Seen> | undefined): () => Promise<Seen | undefined> {
  let next: Promise<Seen | undefined> | undefined;
  const atTheEndOfTheTurn = (resolve: (seen: Promise<Seen> | undefined) => void, reject: (reason: unknown) => void) =>
    setImmediate(() => {
      next = undefined;
      try {
        resolve(look());
      } catch (reason) {
        reject(reason);
      }
    });
  return () => {
    next ??= new Promise(atTheEndOfTheTurn);
    return next;
  };
}
