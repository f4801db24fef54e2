import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request to go on in another protocol (RFC 9110, 7.8), with what the client has sent of it already. */
export type Upgrade = { readonly socket: Socket; readonly head: Buffer };

const waiting = new WeakMap<IncomingMessage, Upgrade & { readonly response: ServerResponse }>();

/**
 * Hands requests for an upgrade to the same handler as calls, so that they are refused as calls are: by the same rules, with
 * a problem, and with the headers of every answer. Node gives them a bare connection in the place of an answer.
 *
 * @param leave told of each connection that is no call's any more
 */
export function serveUpgrades(server: Server, handle: RequestListener, leave: (socket: Socket) => void): void {
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket; // Http listens on sockets of net.
    leave(socket);
    socket.on('error', () => {}); // Nobody else listens while it is being looked at; what it means is that it closes.
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    waiting.set(request, { socket, head, response });
    handle(request, response);
  });
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
