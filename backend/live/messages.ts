import { type RenewAnswer, renewMessage, type WatchAnswer, watchMessage } from '../../modules/kernel/live-wire.ts';
import { problemFor } from '../http/problem.ts';
import { type LiveServer, type LiveSocket, rooms } from './live-socket.ts';
import type { People } from './people.ts';
import type { TopicTeller } from './topic-teller.ts';

/** What browsers say: what they show, and that their token was renewed. All else is taken no notice of. */
export function messages(io: LiveServer, people: People, topics: readonly TopicTeller[]): void {
  const watched = topics.filter(({ topic }) => topic.to === 'watchers');
  io.on('connection', (socket) => {
    socket.on('watch', (ids: unknown, answer: unknown) => {
      const said = watch(socket, ids, watched);
      if (typeof answer === 'function') answer(said);
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
  const parsed = watchMessage.safeParse(ids);
  if (!parsed.success) return { problem: problemFor(parsed.error).problem };
  const keys = [...new Set(parsed.data)];
  for (const teller of watched) {
    const now = new Set(keys.map((key) => rooms.watching(teller.topic.name, key)));
    const prefix = rooms.watching(teller.topic.name, '');
    for (const room of socket.rooms) if (room.startsWith(prefix) && !now.has(room)) socket.leave(room);
    socket.join([...now]);
    teller.ask(socket, keys);
  }
  return { watching: keys.length };
}

async function renew(socket: LiveSocket, token: unknown, people: People): Promise<RenewAnswer> {
  try {
    await people.renew(socket, renewMessage.parse(token));
    return { ok: true };
  } catch (reason) {
    return { ok: false, problem: problemFor(reason).problem };
  }
}
