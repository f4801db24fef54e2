import { io } from 'socket.io-client';

/** What is used of a Socket.IO client. Tests put their own in its place. */
export type LiveSocket = {
  readonly connected: boolean;
  /** Whether it goes on trying by itself. */
  readonly active: boolean;
  on: (name: string, heard: (argument: unknown) => void) => void;
  emit: (name: string, argument: unknown, answered?: (answer: unknown) => void) => void;
  connect: () => void;
  disconnect: () => void;
};

export type OpenSocket = (tokenNow: () => Promise<string | undefined>) => LiveSocket;

/** Waits between tries, in ms: half as long or half as long again by chance, so that not everybody comes at once. */
const tries = { reconnectionDelay: 1_000, reconnectionDelayMax: 30_000, randomizationFactor: 0.5 };

/** A WebSocket, or long polling where none comes through. Not connected yet. */
export const openSocket: OpenSocket = (tokenNow) =>
  io(window.location.origin, {
    ...tries,
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (tell) => void tokenNow().then((token) => tell(token === undefined ? {} : { token })),
  });
