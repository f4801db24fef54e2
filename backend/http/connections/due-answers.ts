import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { InOrder, type Standing } from './in-order.ts';

type OnConnection = Standing<OnConnection> & { readonly due: ServerResponse[] };

const none: readonly ServerResponse[] = [];

/**
 * The answers that are due on each connection of a server, in the order of their requests. None is held once it has ended: the next call on a
 * connection may be minutes away. Nor are they in a set of all (docs/decisions/0099).
 */
export class DueAnswers {
  readonly #bySocket = new WeakMap<Socket, OnConnection>();
  readonly #open = new InOrder<OnConnection>();

  /** @param server one that has had no connection yet */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.#follow(socket));
    server.on('request', ({ socket }, answer) => this.#add(socket, answer));
  }

  on(socket: Socket): readonly ServerResponse[] {
    return this.#bySocket.get(socket)?.due ?? none;
  }

  /** The one of each connection after which none is due. */
  *last(): Generator<ServerResponse, void, undefined> {
    for (const { due } of this.#open) {
      const last = due.at(-1);
      if (last) yield last;
    }
  }

  #follow(socket: Socket): void {
    const connection: OnConnection = { due: [], before: undefined, after: undefined };
    this.#bySocket.set(socket, connection);
    this.#open.moveToEnd(connection);
    socket.once('close', () => {
      this.#open.remove(connection);
      connection.due.length = 0; // One whose turn in a pipeline never came does not end.
    });
  }

  #add(socket: Socket, answer: ServerResponse): void {
    const due = this.#bySocket.get(socket)?.due;
    if (!due) return;
    due.push(answer);
    answer.once('close', () => {
      const at = due.indexOf(answer);
      if (at >= 0) due.splice(at, 1);
    });
  }
}
