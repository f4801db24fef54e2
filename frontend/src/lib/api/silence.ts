import { NoAnswer } from './api-error.ts';
import { connectionSeen } from './connection.ts';

/** Longer than the shop takes for nearly any answer, in ms. */
const patienceMs = 10_000;

/** The smallest answer there is has this long to come, in ms. */
const lookMs = 5_000;

/** When it has not come by then, something may be in its way, in ms. */
const promptMs = 2_000;

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
      const found = await sight();
      if (found === 'silent') answersAfter = 0;
      else if (found === 'answers' && answersAfter >= 0 && ++answersAfter >= mostAnswers) {
        clearInterval(watching);
        reject(new NoAnswer(new Error('Silence')));
      }
    }, patienceMs);
    call
      .finally(() => clearInterval(watching))
      .then((answer) => {
        answers++;
        resolve(answer);
      }, reject);
  });
}

/** Of `slow`, it is not known what becomes of what waits: something comes through, and no answer yet. */
type Sight = 'answers' | 'slow' | 'silent';

let looking: Promise<Sight> | undefined;

/** Whether the shop answers, and tells the bar. One look at a time, however many wait. */
export function sight(): Promise<Sight> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<Sight> {
  const before = answers;
  const answer = fetch('/health/live', { signal: AbortSignal.timeout(lookMs) }).then(
    () => true,
    () => false,
  );
  const isPrompt = await Promise.race([answer, after(promptMs)]);
  const [isThere, isMoving] = await Promise.all([answer, isPrompt === undefined && opensBeside()]);
  // On a slow line all that comes is in the way of this one; what has come is an answer as well.
  const hasAnswered = isThere || answers > before;
  if (hasAnswered || !isMoving) connectionSeen(hasAnswered);
  if (hasAnswered) return 'answers';
  return isMoving ? 'slow' : 'silent';
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/**
 * Whether the shop opens a socket. A browser makes six connections to a shop and no more, and on a slow line six large pictures hold
 * them for minutes: a request is not even sent meanwhile. A socket is not counted among them.
 */
function opensBeside(): Promise<boolean> {
  return new Promise((resolve) => {
    const shop = window.location.origin.replace('http', 'ws');
    const socket = new WebSocket(`${shop}/socket.io/?EIO=4&transport=websocket`);
    const end = (isOpen: boolean) => {
      clearTimeout(waiting);
      resolve(isOpen);
      socket.close();
    };
    const waiting = setTimeout(() => end(false), lookMs - promptMs);
    socket.onopen = () => end(true);
    socket.onerror = () => end(false);
  });
}
