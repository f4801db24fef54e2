/**
 * Throttling: acts at once, and then every `pauseMs` at most, with all that came meanwhile; what came last is never left
 * out.
 */
export function gathered<One>(pauseMs: number, act: (all: ReadonlySet<One>) => void): (one: One) => void {
  let waiting = new Set<One>();
  let isPausing = false;

  const go = () => {
    isPausing = waiting.size > 0;
    if (!isPausing) return;
    const all = waiting;
    waiting = new Set();
    setTimeout(go, pauseMs);
    act(all);
  };
  return (one) => {
    waiting.add(one);
    if (!isPausing) go();
  };
}
