import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nodeHttp } from '../node-http.ts';

/** A request to go on in another protocol (RFC 9110, 7.8), with what the client has sent of it already. */
export type Upgrade = { readonly socket: Socket; readonly head: Buffer };

const waiting = new WeakMap<IncomingMessage, Upgrade & { readonly response: ServerResponse }>();

/**
 * Hands requests for an upgrade to the same handler as calls, so that they are refused as calls are: by the same rules, with
 * a problem, and with the headers of every answer. Node gives them a bare connection in the place of an answer. One that
 * was sent before the call in front of it is answered (HTTP pipelining) ends the connection: two answers would mix on it.
 *
 * @param leave told of each connection that is no call's any more
 */
export function serveUpgrades(server: Server, handle: RequestListener, leave: (socket: Socket) => void): void {
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket; // Http listens on sockets of net.
    leave(socket);
    socket.on('error', () => {}); // Nobody else listens while it is being looked at; what it means is that it closes.
    const response = new nodeHttp.ServerResponse(request);
    response.shouldKeepAlive = false;
    if (!assigned(response, socket)) {
      socket.destroy();
      return;
    }
    response.once('finish', () => socket.destroySoon());
    waiting.set(request, { socket, head, response });
    handle(request, response);
  });
}

/** Whether the response is the connection's. Node throws when it is another's, and says so in no other way. */
function assigned(response: ServerResponse, socket: Socket): boolean {
  try {
    response.assignSocket(socket);
    return true;
  } catch {
    return false;
  }
}

/** Whether a request is one for an upgrade, which nobody has taken yet. */
export function asksForUpgrade(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** The connection of a request for an upgrade, which is the caller's from now on; undefined for any other request. */
export function takeUpgrade(request: IncomingMessage): Upgrade | undefined {
  const upgrade = waiting.get(request);
  if (!upgrade) return undefined;
  waiting.delete(request);
  const { socket, head, response } = upgrade;
  response.detachSocket(socket);
  return { socket, head };
}
