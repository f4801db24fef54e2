/** How often it is looked whose time is up, in milliseconds. */
const tick = 20;

export type TimeLimit = {
  /** The time begins anew. */
  readonly refresh: () => void;
  /** Nobody waits any more. */
  readonly end: () => void;
};

type Running = { end: number; late: () => void };

const running = new Set<Running>();
const nothing = () => {};
let timer: NodeJS.Timeout | undefined;

/**
 * Calls back when so many milliseconds have gone by, at most a tick late. One timer serves all, as thousands wait at once
 * for what comes within a few milliseconds. It goes by elapsed time (monotonic): that of day may be put right meanwhile.
 */
export function timeLimit(milliseconds: number, late: () => void): TimeLimit {
  const limit: Running = { end: performance.now() + milliseconds, late };
  running.add(limit);
  timer ??= setInterval(look, tick);
  return {
    refresh() {
      limit.end = performance.now() + milliseconds;
    },
    end() {
      running.delete(limit);
      // The set's former tables may lead here for a while, and are not to hold all that has waited.
      limit.late = nothing;
    },
  };
}

function look(): void {
  if (running.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const now = performance.now();
  const due: Running[] = [];
  for (const limit of running) if (limit.end <= now) due.push(limit);
  if (due.length === 0) return;
  // First what has come already is taken: this process may have been busy all that time, and not the other side silent.
  setImmediate(() => {
    for (const limit of due) if (limit.end <= now && running.delete(limit)) limit.late();
  });
}
