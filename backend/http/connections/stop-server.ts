import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pause } from '../../runtime/time/pause.ts';
import type { DueAnswers } from './due-answers.ts';

/** Milliseconds in which what is on its way already still arrives. */
const lastCall = 50;
/**
 * Milliseconds that requests under way have to be answered. Where others have the new ones by then, nobody waits for this
 * process but who waits for their answer.
 */
export const patienceOf = { usual: 4_000, drained: 15_000 };

export type Stopping = {
  /** From now on each answer ends its connection, so that nobody sends the next request into one that is about to close. */
  readonly lastAnswers: () => void;
  /** Takes no more connections, lets requests under way be answered, then closes what is left. */
  readonly stop: () => Promise<void>;
};

/**
 * What stops a server.
 * @param options.isDrained whether new requests go to others by the time that it stops
 */
export function stopping(server: Server, due: DueAnswers, { isDrained = false } = {}): Stopping {
  let isStopping = false;
  server.on('request', (_request: IncomingMessage, answer: ServerResponse) => {
    if (isStopping) answer.shouldKeepAlive = false;
  });

  function lastAnswers(): void {
    isStopping = true;
    for (const answer of due.last()) answer.shouldKeepAlive = false;
  }

  async function stop(): Promise<void> {
    if (!server.listening) return;
    lastAnswers();
    const deadline = new AbortController();
    await pause(lastCall, deadline.signal);
    const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => deadline.abort());
    const until = performance.now() + (isDrained ? patienceOf.drained : patienceOf.usual);
    while (!deadline.signal.aborted && performance.now() < until) {
      server.closeIdleConnections(); // Those that were kept alive before and say nothing more.
      await pause(20, deadline.signal);
    }
    server.closeAllConnections();
    await closed;
  }

  return { lastAnswers, stop };
}
