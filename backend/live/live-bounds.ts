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
  /** Lists and objects in a message: the list that it is, and one of ids. */
  readonly openings: number;
  /** Messages that one may send within a second, pings and answers to them included. */
  readonly messagesPerSecond: number;
  /**
   * Those that all of an address may send, where so many sockets of one are counted. Two hundred browsers that come back at once
   * say some three each, within seconds.
   */
  readonly messagesOfAddressPerSecond: number;
  /** Things that are watched, in all; one costs 400 bytes when nobody else watches it. Anybody may watch what there is not. */
  readonly watched: number;
  /** What there is not, or not yet here, may be watched for as long as no more things are than these. */
  readonly watchedWithUnknown: number;
  /** Things whose newest somebody waits for, in all: so many are read in ten seconds. */
  readonly asked: number;
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
  openings: 3,
  messagesPerSecond: 20,
  messagesOfAddressPerSecond: 1_000,
  watched: 100_000,
  watchedWithUnknown: 20_000,
  asked: 100_000,
  refusals: 3,
  unread: 1_000,
  unreadBytes: 256 * kB,
  handshake: 10_000,
  // Well below the 30 s after which nothing may have gone over a connection of HTTP, which a poll is.
  pingInterval: 20_000,
  pingTimeout: 15_000,
};
