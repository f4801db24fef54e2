const kB = 1_024;

/** What live connections may cost this node, beside what the settings say. */
export type LiveBounds = {
  /** All of them together; some 20 kB of memory each. */
  readonly sockets: number;
  /**
   * Those that poll. Each holds a place among the connections of HTTP for as long as nothing happens, and may not be cut:
   * without a bound they would leave no room for calls.
   */
  readonly polling: number;
  /** The largest message that is taken, in bytes: 200 ids, or a token, are half of it. */
  readonly message: number;
  /** Messages that one may send within a second, pings and answers to them included. */
  readonly messagesPerSecond: number;
  /** Handshakes that one connection may fail at. */
  readonly refusals: number;
  /** Messages that may wait for a reader who is slow. */
  readonly unread: number;
  /** What may wait in the websocket itself for such a reader, in bytes. */
  readonly unreadBytes: number;
  /** Milliseconds in which a connection must have become a socket of ours. */
  readonly handshake: number;
  /** Milliseconds between two pings, and in which each must be answered. A silent peer is gone after both. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
};

export const defaultLiveBounds: LiveBounds = {
  sockets: 20_000,
  polling: 1_000,
  message: 16 * kB,
  messagesPerSecond: 20,
  refusals: 3,
  unread: 1_000,
  unreadBytes: 256 * kB,
  handshake: 10_000,
  // Well below the 30 s after which nothing may have gone over a connection of HTTP, which a poll is.
  pingInterval: 20_000,
  pingTimeout: 15_000,
};
