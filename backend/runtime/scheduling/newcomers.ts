/** Rounds that go by at most between two with work, while somebody comes in each. */
const mostRounds = 16;

let arrived = 0;
let seen = 0;
let rounds = 0;
/** Whether work is put off in this round of the event loop; undefined until somebody asks. */
let isPutOff: boolean | undefined;

/** A new connection has been taken. */
export function noteNewcomer(): void {
  arrived += 1;
}

/**
 * Like setImmediate, for work that was put off to another round of the event loop so that others get in between: when newcomers are at
 * the door, they come first. Node takes one new connection in each round (libuv), whatever else is done in it, and there is nobody to ask
 * how many wait. So as long as each round has brought one, the next goes by without such work, whoever put it off; not for ever, since a
 * rush at the door would otherwise keep out who is in.
 */
export function afterNewcomers(work: () => void): void {
  setImmediate(() => (isRoundForNewcomers() ? afterNewcomers(work) : work()));
}

function isRoundForNewcomers(): boolean {
  if (isPutOff === undefined) {
    isPutOff = arrived !== seen && rounds < mostRounds;
    [seen, rounds] = [arrived, isPutOff ? rounds + 1 : 0];
    // In the next round, before whoever is put off until then.
    setImmediate(() => {
      isPutOff = undefined;
    });
  }
  return isPutOff;
}
