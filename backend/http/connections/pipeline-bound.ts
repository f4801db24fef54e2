import type { Socket } from 'node:net';

/** The code of the error with which Node says that a connection's parser was stopped. */
export const parserStopped = 'HPE_CB_HEADERS_COMPLETE';

type OnIncoming = (request: unknown, shouldKeepAlive: boolean) => number;
/** Node's parser of a connection. It is no part of its documented interface; the specs fail when it is not there. */
type Parsed = { readonly parser?: { onIncoming?: OnIncoming } | null };

/**
 * Stops a connection's parser at a call for which there is no place, in the middle of what was read. Without this, Node
 * makes objects of all 1,700 short calls that fit into one read of 64 kB before anybody is asked: a few dozen connections
 * that pipeline take seconds of the processor, and the whole heap. The server then has a `clientError` of the code above.
 */
export function boundPipeline(socket: Socket, hasPlace: () => boolean): void {
  const { parser } = socket as Socket & Parsed;
  const onIncoming = parser?.onIncoming;
  if (!parser || !onIncoming) return;
  parser.onIncoming = function (request, shouldKeepAlive) {
    return hasPlace() ? onIncoming.call(this, request, shouldKeepAlive) : stop;
  };
}

/** What a callback of the parser (llhttp) answers so that it goes no further. */
const stop = -1;

/**
 * Has Node make no stack of the error with which it ends each waiting call when a connection closes: it is most of what that
 * costs, and nobody reads it. Node's own listener, which makes them, is between the two.
 */
export function withoutStacks(socket: Socket, waiting: readonly unknown[]): void {
  let usual: number | undefined;
  socket.prependOnceListener('close', () => {
    if (waiting.length === 0) return;
    usual = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    if (usual !== undefined) Error.stackTraceLimit = usual;
  });
}
