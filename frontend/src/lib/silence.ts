import { NoAnswer } from './api-error.ts';
import { connectionSeen } from './connection.ts';

/** Longer than the shop takes for nearly any answer, in ms. */
const patienceMs = 10_000;

/** The smallest answer there is has this long to come, in ms. */
const lookMs = 5_000;

/** How often the shop answers again before a call from before its silence is given up. */
const mostAnswers = 2;

/** How many calls were answered, and pieces of code have come. */
let answers = 0;

/**
 * A call, or the fetching of code, and meanwhile an eye on whether the shop answers at all. A network that drops what is sent, and a shop that
 * stands still, fail no request for minutes: without this, a button would turn for as long and nobody be told why.
 * What takes its time by itself, a file on its way for example, is left in peace.
 * @throws NoAnswer for a call that a silence has swallowed: the shop answers others again, and not this one.
 */
export function watchedForSilence<Answer>(call: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answersAfter = -1;
    const watching = setInterval(async () => {
      if (!(await answersNow())) answersAfter = 0;
      else if (answersAfter >= 0 && ++answersAfter >= mostAnswers) reject(new NoAnswer(new Error('Silence')));
    }, patienceMs);
    call
      .finally(() => clearInterval(watching))
      .then((answer) => {
        answers++;
        resolve(answer);
      }, reject);
  });
}

let looking: Promise<boolean> | undefined;

/** One look at a time, however many calls wait. */
function answersNow(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<boolean> {
  const before = answers;
  const isThere = await fetch('/health/live', { signal: AbortSignal.timeout(lookMs) }).then(
    () => true,
    // On a slow line all that comes is in the way of this one; what has come is an answer as well.
    () => answers > before,
  );
  connectionSeen(isThere);
  return isThere;
}
