/** The browser's lock, which spans tabs. */
const name = 'inventory-session';

/** How long who signs in or out waits for a renewal that hangs, in ms: longer than the shop takes for nearly any answer. */
export const turnPatienceMs = 10_000;

type Work<T> = (hadToWait: boolean) => Promise<T>;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs what changes the session's cookie one after the other, in all tabs. Without this, the answer to a renewal that comes late puts
 * the cookie of whoever was signed in before over that of whoever is now. Where there is no lock (a page without https), one tab at least queues.
 * @param work is told whether another tab was at it
 * @param patienceMs how long to wait for one's turn at most, in ms; what goes before may hang. Left out by whoever waits for as long as it takes.
 */
export async function oneAtATime<T>(work: Work<T>, patienceMs?: number): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks) {
    const atOnce = await locks.request(
      name,
      { ifAvailable: true },
      async (lock) => lock && { done: await work(false) },
    );
    return atOnce ? atOnce.done : onceItIsFree(locks, work, patienceMs);
  }
  const result = within(queue, patienceMs).then(() => work(false));
  queue = result.catch(() => undefined);
  return result;
}

async function onceItIsFree<T>(locks: LockManager, work: Work<T>, patienceMs: number | undefined): Promise<T> {
  if (patienceMs === undefined) return locks.request(name, () => work(true));
  let isGiven = false;
  const given = () => {
    isGiven = true;
    return work(true);
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, given);
  } catch (error) {
    if (isGiven) throw error;
    return work(true);
  }
}

/** Resolves with the promise, or when the time is over. */
function within(turn: Promise<unknown>, patienceMs: number | undefined): Promise<unknown> {
  if (patienceMs === undefined) return turn;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void turn.then(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
