import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type ConnectionBounds, defaultBounds } from '../../http/connections/connection-bounds.ts';
import { Connections } from '../../http/connections/connections.ts';
import { type RawConnection, rawConnection } from '../clients/raw-connection.ts';
import { listening } from '../servers/listening.ts';

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
/** The same, of somebody elsewhere, as the proxy says. */
export const getFrom = (address: string, path: string) =>
  get(path).replace(/\r\n$/, `X-Forwarded-For: ${address}\r\n\r\n`);
/** More than the system takes for a client that does not read. */
export const large = Buffer.alloc(16_000_000, 'x');

/** A server behind a proxy, of which the calls that have begun are known; `answer` is what becomes of each. */
export async function served(
  answer: (request: IncomingMessage, response: ServerResponse, connections: Connections) => void,
  bounds: Partial<ConnectionBounds> = {},
  see: (request: IncomingMessage) => void = () => {},
) {
  const begun: string[] = [];
  /** Also those that have not begun. */
  const seen: string[] = [];
  const server = createServer();
  const connections = new Connections({ ...defaultBounds, ...bounds }, 1);
  connections.serve(server, (request, response) => {
    begun.push(request.url ?? '');
    answer(request, response, connections);
  });
  server.on('request', (request) => {
    seen.push(request.url ?? '');
    see(request);
  });
  const port = await listening(server);
  const open = async (): Promise<RawConnection> => {
    const connection = await rawConnection(`http://127.0.0.1:${port}`);
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  return { begun, open, seen, server };
}
