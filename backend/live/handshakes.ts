import { Refusal, Unavailable } from '../../modules/kernel/errors.ts';
import { renewMessage } from '../../modules/kernel/wire/live-wire.ts';
import { problemFor } from '../http/problems/problem.ts';
import { inPlainWords } from '../http/requests/plain-words.ts';
import type { CountedLog } from '../runtime/logging/counted-log.ts';
import type { LiveServer, LiveSocket } from './live-socket.ts';
import type { OpenConnections } from './open-connections.ts';
import type { People } from './people.ts';

/** A refusal as Socket.IO carries it: the client's `connect_error` has the problem as its `data`. */
class RefusedHandshake extends Error {
  readonly data: unknown;
  constructor(reason: unknown) {
    const { problem } = problemFor(reason);
    super(problem.detail ?? problem.title);
    this.data = problem;
  }
}

/** Lets in who brings a good token, and who brings none: they hear what is public. */
export function handshakes(io: LiveServer, people: People, connections: OpenConnections, counted: CountedLog): void {
  const admit = async (socket: LiveSocket) => {
    const { token } = socket.handshake.auth;
    // What a page sends that keeps its token in a store, and has none there: nothing, null, or an empty text.
    const isThere = token !== undefined && token !== null && token !== '';
    if (isThere) await people.admit(socket, renewMessage.parse(token, inPlainWords));
  };
  /** Connections that are a socket, or about to be one. Socket.IO makes one of each time that somebody asks meanwhile. */
  const taken = new WeakSet<LiveSocket['conn']>();
  io.use((socket, next) => {
    if (taken.has(socket.conn)) {
      connections.cut(socket.conn);
      return;
    }
    taken.add(socket.conn);
    socket.once('disconnect', () => taken.delete(socket.conn));
    admit(socket).then(
      () => next(),
      (reason: unknown) => {
        taken.delete(socket.conn);
        note(reason, counted);
        next(new RefusedHandshake(reason));
        connections.refused(socket.conn);
      },
    );
  });
  io.on('connection', (socket) => people.entered(socket));
}

function note(reason: unknown, counted: CountedLog): void {
  const call = 'live handshake';
  if (reason instanceof Refusal) {
    if (reason.countedAt) counted.add(reason.name, { level: reason.countedAt, message: 'requests were refused', call });
  } else if (reason instanceof Unavailable) {
    const first = { reason: reason.message };
    counted.add(reason.name, { level: 'warn', message: 'something that the shop needs is away', call, first });
  } else if (problemFor(reason).problem.status >= 500) {
    counted.fault(reason, { message: 'live handshakes failed', call });
  }
}
