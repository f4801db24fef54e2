/** A clock that never says the same millisecond twice: what happens one after the other is listed in that order. */
export function tickingClock(): () => Date {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  };
}
