import { Busy } from '../../modules/kernel/errors.ts';
import { type RenewAnswer, renewMessage, type WatchAnswer, watchMessage } from '../../modules/kernel/wire/live-wire.ts';
import { problemFor } from '../http/problems/problem.ts';
import { inPlainWords } from '../http/requests/plain-words.ts';
import { TimeSlices } from '../runtime/scheduling/time-slices.ts';
import type { LiveServer, LiveSocket } from './live-socket.ts';
import type { People } from './people.ts';
import type { TopicTeller } from './topic-teller.ts';

/** A few dozen lists of 200 things in a round of the event loop: calls and notices come in between. */
const slices = { slice: 5, atOnce: 1, mostWaiting: Number.MAX_SAFE_INTEGER, refusal: '' };

const { problem } = problemFor(new Busy('Too much is watched at this moment. Please try again later.'));
const tooMany: WatchAnswer = { problem };

/** What a socket said that it watches, which has not had its turn yet, and whom to tell when it has. */
type Said = { ids: unknown; readonly answers: ((answer: WatchAnswer) => void)[] };

/** What browsers say: what they show, and that their token was renewed. All else is taken no notice of. */
export function messages(io: LiveServer, people: People, topics: readonly TopicTeller[]): void {
  const watched = topics.filter(({ topic }) => topic.to === 'watchers');
  const turns = new TimeSlices(slices);
  const waiting = new Map<LiveSocket, Said>();
  const watchInTurn = async (socket: LiveSocket) => {
    const { ids, answers } = waiting.get(socket) ?? { ids: [], answers: [] };
    waiting.delete(socket);
    if (!socket.connected) return;
    const said = watch(socket, ids, watched);
    for (const answer of answers) answer(said);
    // Its page asks by itself then, and comes back: to be told nothing without knowing would be worse.
    if ('problem' in said && said.problem.status === 503) socket.disconnect(true);
  };
  io.on('connection', (socket) => {
    socket.on('watch', (ids: unknown, answer: unknown) => {
      const before = waiting.get(socket);
      const said = before ?? { ids, answers: [] };
      said.ids = ids; // In place of those before, also of those that still wait.
      if (typeof answer === 'function') said.answers.push((known) => answer(known));
      if (before) return;
      waiting.set(socket, said);
      void turns.run(() => watchInTurn(socket));
    });
    socket.on('renew', async (token: unknown, answer: unknown) => {
      const said = await renew(socket, token, people);
      if (typeof answer === 'function') answer(said);
    });
    socket.on('disconnect', () => {
      for (const teller of topics) teller.forget(socket);
    });
  });
}

function watch(socket: LiveSocket, ids: unknown, watched: readonly TopicTeller[]): WatchAnswer {
  const parsed = watchMessage.safeParse(ids, inPlainWords);
  if (!parsed.success) return { problem: problemFor(parsed.error).problem };
  const keys = [...new Set(parsed.data)];
  return watched.every((teller) => teller.watch(socket, keys)) ? { watching: keys.length } : tooMany;
}

async function renew(socket: LiveSocket, token: unknown, people: People): Promise<RenewAnswer> {
  try {
    await people.renew(socket, renewMessage.parse(token, inPlainWords));
    return { ok: true };
  } catch (reason) {
    return { ok: false, problem: problemFor(reason).problem };
  }
}
