import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';

export type Heard = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

/** A browser's live socket: what it heard, in order. */
export class LiveClient {
  readonly socket: Socket;
  readonly heard: Heard[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.onAny((name: string, payload: Heard['payload'] = {}) => this.heard.push({ name, payload }));
  }

  /** The notices of a name that have come so far. */
  of(name: string): Heard['payload'][] {
    return this.heard.filter((one) => one.name === name).map(({ payload }) => payload);
  }

  /** Resolves once a notice of that name with these fields has come, to all of its fields. */
  async next(name: string, fields: Heard['payload'] = {}): Promise<Heard['payload']> {
    const found = () => this.of(name).find((payload) => Object.entries(fields).every(([at, is]) => payload[at] === is));
    await expect.poll(found, { interval: 5, message: `${name} ${JSON.stringify(fields)}` }).toBeDefined();
    return found() ?? {};
  }

  /** Sends, and resolves to what it is acknowledged with. */
  ask<Answer>(event: string, ...said: unknown[]): Promise<Answer> {
    return this.socket.timeout(30_000).emitWithAck(event, ...said);
  }

  /** Resolves once the server has ended the socket, to the reason that the client gives. */
  async ended(): Promise<void> {
    await expect.poll(() => this.socket.connected, { interval: 5 }).toBe(false);
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Over which of Socket.IO's transports. */
export type Transport = 'websocket' | 'polling';

/** A socket that has not been connected yet, and is closed at the end of the test. */
export function liveSocket(origin: string, token?: string, transports: readonly Transport[] = ['websocket']): Socket {
  const socket = io(origin, {
    transports: [...transports],
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    ...(token !== undefined && { auth: { token } }),
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** Connects, as a browser does: with an access token, or without one. @throws ConnectionRefused */
export async function live(origin: string, token?: string, transports?: readonly Transport[]): Promise<LiveClient> {
  const socket = liveSocket(origin, token, transports);
  const client = new LiveClient(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (reason: Error & { data?: Problem }) => reject(new ConnectionRefused(reason)));
    socket.connect();
  });
  return client;
}

/** The handshake failed; `problem` is what the shop said, when it said something. */
export class ConnectionRefused extends Error {
  readonly problem: Problem | undefined;
  constructor(reason: Error & { data?: Problem }) {
    super(reason.message);
    this.problem = reason.data;
  }
}
