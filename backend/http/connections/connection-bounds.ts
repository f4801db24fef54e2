import type { IncomingMessage, Server } from 'node:http';
import { livePath } from '../../../modules/kernel/wire/live-wire.ts';
import { nodeHttp } from '../node-http.ts';

const kB = 1_024;
const MB = 1_024 * kB;

/** What connections may cost, in bytes, and how much may be sent ahead, in calls. */
export type ConnectionBounds = {
  /** What an open connection is taken to cost: its buffers, headers of a call, and an answer of up to this size. */
  readonly connection: number;
  /** What a call costs that waits for the answer of the one before. */
  readonly waiting: number;
  /** What a body costs at most by its head. What comes beyond that costs as it comes. */
  readonly body: number;
  /** The most that all connections together may hold. */
  readonly together: number;
  /** Calls that may wait on a connection before no more is read from it. */
  readonly readAhead: number;
  /** Calls that may wait on a connection at all: one read may bring thousands. */
  readonly pipelined: number;
  /** Calls that may wait on all connections together, but for those of `readAhead`, for which each has room. */
  readonly pipelinedTogether: number;
};

/** Room for some 2,700 connections, or for 30 that each read nothing of a list of 2 MB. */
export const defaultBounds: ConnectionBounds = {
  connection: 24 * kB,
  waiting: 12 * kB,
  body: 100 * kB,
  together: 64 * MB,
  readAhead: 16,
  pipelined: 256,
  pipelinedTogether: 1_024,
};

/** In which time the headers and the body of a call must have arrived, in milliseconds. */
export const arrival = 15_000;
/** How often it is looked whether they have, in milliseconds. */
export const looksEvery = 1_000;
/** How long nothing may go over a connection while a call is being answered, in milliseconds. */
export const silence = 30_000;

/**
 * How long a connection is kept that nothing is asked on, in milliseconds; behind a proxy far longer than it keeps one itself.
 * Without this a call that the proxy sends at the moment in which the node closes is lost, and nobody knows whether it was done.
 */
const idle = { usual: 5_000, behindProxy: 300_000 };

/**
 * A server that waits for nobody for ever. Headers that do not arrive in time are answered with 408; the connection is closed.
 * @param options.behindProxy whether connections are a proxy's, which gives up itself those that it does not need
 */
export function boundedServer({ behindProxy = false } = {}): Server {
  const server = nodeHttp.createServer({
    headersTimeout: arrival,
    requestTimeout: arrival,
    keepAliveTimeout: behindProxy ? idle.behindProxy : idle.usual,
    // Every 30 s by default: 15 s would be up to 45.
    connectionsCheckingInterval: looksEvery,
    // Node's own answer says nothing; the app's is a problem.
    requireHostHeader: false,
    // What is said twice is read as both with a comma between them. Node would leave the second out: of two hosts (saysItsHost), too.
    joinDuplicateHeaders: true,
    // Whoever offers another protocol anywhere else is answered in HTTP, as if they had not.
    shouldUpgradeCallback: ({ url, headers }: IncomingMessage) =>
      url?.startsWith(livePath) === true && headers.upgrade?.toLowerCase() === 'websocket',
  });
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1); Node would answer a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.setTimeout(silence);
  server.maxHeadersCount = 100;
  return server;
}
