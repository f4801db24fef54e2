import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Busy } from '../../../modules/kernel/errors.ts';
import { addressGroup } from '../../limits/address-group.ts';
import { noteNewcomer } from '../../runtime/scheduling/newcomers.ts';
import { problemFor } from '../problems/problem.ts';
import { addressOf } from './address-of.ts';
import { answerOf } from './client-error.ts';
import { type ConnectionBounds, defaultBounds } from './connection-bounds.ts';
import { InOrder, type Standing } from './in-order.ts';
import { LargestShare, share } from './largest-share.ts';
import { letRestArrive } from './let-rest-arrive.ts';
import { boundPipeline, parserStopped, withoutStacks } from './pipeline-bound.ts';
import { RoundSlice } from './round-slice.ts';
import { whoGoesFirst } from './who-goes-first.ts';

type Call = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Connection = Standing<Connection> & {
  readonly socket: Socket;
  /** Where the call comes from that is answered, or else the connection, as soon as somebody asks. */
  group: string | undefined;
  /** What it is taken to cost at this moment, in bytes. */
  held: number;
  /** Of that the body of the call that is answered. */
  body: number;
  answering: Call | undefined;
  /** Calls that were sent before the answer to the one before was taken (HTTP pipelining). */
  readonly waiting: Call[];
  isPaused: boolean;
  /** A call came for which there was no place. It is refused in its turn, and the connection ends with that. */
  isTooLong: boolean;
};

/**
 * Back-pressure on connections. Each has one call answered at a time: what is pipelined waits until the socket has taken
 * the answer before, and no more is read from it while much waits. Without this, Node carries out every call of a pipeline
 * at once, and keeps all answers for a client that need not read one of them.
 *
 * What all connections together hold is bounded too. When it is more, the address that holds most loses first, where that is more than its share: in
 * the end also what the shop is at work on for it. Of all others those are cut whose call began the longest ago of all that wait for their
 * client: who opens many connections, sends bodies that never end or reads no answer. A call that the shop is at work on for them is
 * not cut, unless others are piled up behind it; one whose body it has not read yet is none.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** The one whose last call began the longest ago comes first. */
  readonly #byLastCall = new InOrder<Connection>();
  #held = 0;
  /** Calls that wait, on all connections, beyond those for which each has room. */
  #waiting = 0;
  readonly #rounds = new RoundSlice();
  readonly #groupOf: (request: IncomingMessage) => string;
  readonly #largestShare: LargestShare<Connection>;
  #handle: RequestListener = () => {};

  /** @param trustProxy how many proxies are believed about where a call comes from: by that calls take turns */
  constructor(bounds: ConnectionBounds = defaultBounds, trustProxy = 0) {
    this.#bounds = bounds;
    const ipOf = addressOf(trustProxy);
    this.#groupOf = (request) => addressGroup(ipOf(request));
    this.#largestShare = new LargestShare((connection) => {
      const { answering, socket } = connection;
      connection.group ??= answering ? this.#groupOf(answering.request) : addressGroup(socket.remoteAddress);
      return connection.group;
    });
  }

  /** Takes the server's connections, and hands on their calls in turn. */
  serve(server: Server, handle: RequestListener): void {
    this.#handle = handle;
    server.on('connection', (socket: Socket) => this.#open(socket));
    server.on('request', (request, response) => this.#take({ request, response }));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === parserStopped) this.#refuseInTurn(socket as Socket); // Http listens on sockets of net.
    });
  }

  /** Counts an answer of so many bytes until it has left. What is small is in the price of every connection. */
  hold(socket: Socket, bytes: number): void {
    const connection = this.#connections.get(socket);
    if (connection && bytes > this.#bounds.connection) this.#charge(connection, bytes);
  }

  /** Counts the body of the call that is answered as so many bytes, where those are more than its head said, or than were counted; 0 once none are kept. */
  holdBody(socket: Socket, bytes: number): void {
    const connection = this.#connections.get(socket);
    if (!connection?.answering || (bytes > 0 && bytes <= connection.body)) return;
    this.#charge(connection, bytes - connection.body);
    connection.body = bytes;
  }

  /** The connection has become something else than one of HTTP: what it costs is somebody else's matter. */
  leave(socket: Socket): void {
    this.#forget(socket);
  }

  #open(socket: Socket): void {
    noteNewcomer();
    const connection: Connection = {
      socket,
      before: undefined,
      after: undefined,
      group: undefined,
      held: 0,
      body: 0,
      answering: undefined,
      waiting: [],
      isPaused: false,
      isTooLong: false,
    };
    this.#connections.set(socket, connection);
    this.#byLastCall.moveToEnd(connection);
    boundPipeline(socket, () => this.#hasPlace(connection));
    this.#charge(connection, this.#bounds.connection);
    withoutStacks(socket, connection.waiting);
    socket.once('close', () => this.#forget(socket));
  }

  /** Whether one more call may wait. Hundreds on each of hundreds of connections would take seconds to make, and to end. */
  #hasPlace({ waiting }: Connection): boolean {
    const { readAhead, pipelined, pipelinedTogether } = this.#bounds;
    return waiting.length < pipelined && (waiting.length < readAhead || this.#waiting < pipelinedTogether);
  }

  #take(call: Call): void {
    const { socket } = call.request;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    if (!connection.answering && connection.waiting.length === 0) {
      this.#begin(connection, call);
      return;
    }
    connection.waiting.push(call);
    if (connection.waiting.length > this.#bounds.readAhead) {
      this.#waiting += 1;
      connection.isPaused = true;
      socket.pause();
    }
    this.#charge(connection, this.#priceOf(call));
  }

  #begin(connection: Connection, call: Call): void {
    const { request, response } = call;
    this.#byLastCall.moveToEnd(connection);
    connection.answering = call;
    connection.group = undefined;
    connection.body = this.#bodyOf(request);
    if (connection.body > 0) this.#charge(connection, connection.body);
    // `finish` would be too early: Node has not turned to the next answer then. It also comes when the client hangs up.
    response.once('close', () => this.#answered(connection, request));
    const begin = () => {
      if (!response.closed) this.#handle(request, response);
    };
    this.#rounds.begin(begin, () => this.#groupOf(request));
  }

  #answered(connection: Connection, request: IncomingMessage): void {
    const { socket } = request;
    connection.answering = undefined;
    if (!this.#connections.has(socket)) return;
    if (!request.complete) letRestArrive(request);
    const held = connection.waiting.reduce((sum, waiting) => sum + this.#priceOf(waiting), this.#bounds.connection);
    this.#charge(connection, held - connection.held);
    if (connection.isPaused && !connection.isTooLong && connection.waiting.length <= this.#bounds.readAhead / 2) {
      connection.isPaused = false;
      socket.resume();
    }
    // After others had their turn: a pipeline of short calls would otherwise run to its end without a break.
    if (connection.waiting.length > 0) setImmediate(() => this.#goOn(connection, socket));
    else if (connection.isTooLong) refuse(socket);
  }

  /** A call came for which there is no place: nothing more is read, and it is refused after those that came before it. */
  #refuseInTurn(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection || connection.isTooLong) return;
    connection.isTooLong = true;
    socket.pause();
    // With a listener of its own the socket is read by its stream again, which heeds the pause, and no more by the parser.
    socket.on('data', () => {});
    if (!connection.answering && connection.waiting.length === 0) refuse(socket);
  }

  #goOn(connection: Connection, socket: Socket): void {
    if (connection.answering || !this.#connections.has(socket)) return;
    if (connection.waiting.length > this.#bounds.readAhead) this.#waiting -= 1;
    const next = connection.waiting.shift();
    if (!next) return;
    this.#charge(connection, -this.#priceOf(next));
    if (this.#connections.has(socket)) this.#begin(connection, next);
  }

  #priceOf({ request }: Call): number {
    return this.#bounds.waiting + this.#bodyOf(request);
  }

  /** How many bytes of a body may be kept: as many as it says, or the most that is taken when it does not say. */
  #bodyOf({ headers }: IncomingMessage): number {
    if (headers['transfer-encoding'] !== undefined) return this.#bounds.body;
    const said = headers['content-length'];
    return said === undefined ? 0 : Math.min(Number(said), this.#bounds.body);
  }

  #charge(connection: Connection, bytes: number): void {
    connection.held += bytes;
    this.#held += bytes;
    if (this.#held > this.#bounds.together) this.#makeRoom(connection);
  }

  #makeRoom(another: Connection): void {
    const { connection: least, together } = this.#bounds;
    const mayGo = whoGoesFirst(least);
    const most = this.#largestShare.of(this.#byLastCall, this.#held, another);
    if (most) {
      // Some more at once, since to look for them takes long.
      const enough = together * (1 - share);
      for (const goes of mayGo) this.#cut(most, goes, enough);
      this.#cut(most.toReversed(), () => true, enough);
    }
    for (const goes of mayGo) this.#cut(this.#byLastCall, goes, together);
  }

  #cut(connections: Iterable<Connection>, goes: (connection: Connection) => boolean, enough: number): void {
    for (const connection of connections) {
      if (this.#held <= enough) return;
      if (!goes(connection)) continue;
      connection.socket.destroy();
      this.#forget(connection.socket);
    }
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    this.#connections.delete(socket);
    this.#byLastCall.remove(connection);
    this.#held -= connection.held;
    this.#waiting -= Math.max(0, connection.waiting.length - this.#bounds.readAhead);
    connection.held = 0;
  }
}

/** Answers the call for which there was no place; with it the connection ends. */
function refuse(socket: Socket): void {
  const { problem, headers } = problemFor(new Busy('Too many calls at once on one connection.'));
  if (socket.writable) socket.write(answerOf(problem, headers));
  socket.destroySoon();
}
