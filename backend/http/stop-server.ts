import type { Server, ServerResponse } from 'node:http';
import { pause } from '../runtime/pause.ts';

/** Milliseconds in which what is on its way already still arrives. */
const lastCall = 50;
/** Milliseconds that requests under way have to be answered. */
const patience = 4_000;

/**
 * What stops a server: it takes no more connections, lets requests under way be answered, then closes what is left.
 * From then on each answer ends its connection, so that nobody sends the next request into one that is about to close.
 * To be called before the server has its first request.
 */
export function stopping(server: Server): () => Promise<void> {
  const answers = new Set<ServerResponse>();
  let isStopping = false;
  server.on('request', (_request, answer: ServerResponse) => {
    if (isStopping) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });

  return async () => {
    if (!server.listening) return;
    isStopping = true;
    for (const answer of answers) answer.shouldKeepAlive = false;
    const deadline = new AbortController();
    await pause(lastCall, deadline.signal);
    const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => deadline.abort());
    const until = performance.now() + patience;
    while (!deadline.signal.aborted && performance.now() < until) {
      server.closeIdleConnections(); // Those that were kept alive before and say nothing more.
      await pause(20, deadline.signal);
    }
    server.closeAllConnections();
    await closed;
  };
}
