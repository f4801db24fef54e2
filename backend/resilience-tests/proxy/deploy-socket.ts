import { once } from 'node:events';
import type { Socket } from 'socket.io-client';
import { LiveClient, liveSocket, type Transport } from '../../testing/clients/live-client.ts';

/** A browser's live connection that comes back by itself, as those of our pages do. */
export class DeploySocket {
  /** For how long it was away each time that it came back, in milliseconds. */
  readonly away: number[] = [];
  /** What it was told when it was not let in. */
  readonly refused: string[] = [];
  readonly #socket: Socket;
  readonly #heard: LiveClient;

  /** @param options.cookie the way to a node, with which each connection begins: whoever is told to come back too soon is sent there again */
  constructor(origin: string, options: { token: string | undefined; transport: Transport; cookie: string }) {
    this.#socket = liveSocket(origin, options.token, [options.transport]);
    this.#socket.io.opts.extraHeaders = { cookie: options.cookie };
    // Within a connection it takes the cookie that it is given, as a browser does: its polls find their node by it.
    this.#socket.io.opts.withCredentials = true;
    this.#socket.io.reconnection(true).reconnectionDelay(1_000).randomizationFactor(0.5);
    this.#heard = new LiveClient(this.#socket);
    let left: number | undefined;
    this.#socket.on('disconnect', () => {
      left = performance.now();
    });
    this.#socket.on('connect', () => {
      if (left !== undefined) this.away.push(performance.now() - left);
      left = undefined;
    });
    this.#socket.on('connect_error', (reason) => this.refused.push(reason.message));
    this.#socket.connect();
  }

  get isThere(): boolean {
    return this.#socket.connected;
  }

  async connected(): Promise<void> {
    if (!this.#socket.connected) await once(this.#socket as unknown as NodeJS.EventEmitter, 'connect');
  }

  /** Resolves once it was told that an order was placed. */
  async hears(bookingId: unknown): Promise<void> {
    await this.#heard.next('booking.placed', { bookingId });
  }
}
