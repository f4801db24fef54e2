import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pause } from '../runtime/pause.ts';
import { InOrder, type Standing } from './in-order.ts';

/** Milliseconds in which what is on its way already still arrives. */
const lastCall = 50;
/**
 * Milliseconds that requests under way have to be answered. Where others have the new ones by then, nobody waits for this
 * process but who waits for their answer.
 */
export const patienceOf = { usual: 4_000, drained: 15_000 };

/** The last answer that was begun on a connection. What has ended is not held: the next call on it may be minutes away. */
type Due = Standing<Due> & { answer: ServerResponse | undefined };

export type Stopping = {
  /** From now on each answer ends its connection, so that nobody sends the next request into one that is about to close. */
  readonly lastAnswers: () => void;
  /** Takes no more connections, lets requests under way be answered, then closes what is left. */
  readonly stop: () => Promise<void>;
};

/**
 * What stops a server. To be called before the server has its first connection.
 * @param options.isDrained whether new requests go to others by the time that it stops
 */
export function stopping(server: Server, { isDrained = false } = {}): Stopping {
  /** By connection, until it has ended: one whose turn in a pipeline never comes does so with the connection alone. */
  const answers = new WeakMap<Socket, Due>();
  const open = new InOrder<Due>();
  let isStopping = false;
  server.on('connection', (socket: Socket) => {
    const due: Due = { answer: undefined, before: undefined, after: undefined };
    answers.set(socket, due);
    open.moveToEnd(due);
    socket.once('close', () => {
      open.remove(due);
      due.answer = undefined;
    });
  });
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    if (isStopping) answer.shouldKeepAlive = false;
    const due = answers.get(socket);
    if (!due) return;
    due.answer = answer;
    answer.once('close', () => {
      if (due.answer === answer) due.answer = undefined;
    });
  });

  function lastAnswers(): void {
    isStopping = true;
    for (const { answer } of open) if (answer) answer.shouldKeepAlive = false;
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
