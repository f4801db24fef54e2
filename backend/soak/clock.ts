/** The time in a shop under soak: it stands still unless somebody moves it, and never goes back. */
export type SimulatedClock = {
  readonly now: () => Date;
  /** Milliseconds. */
  advance(by: number): void;
};

export function simulatedClock(start: Date): SimulatedClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance(by) {
      time += by;
    },
  };
}
