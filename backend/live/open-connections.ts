import type { Socket as TcpSocket } from 'node:net';
import type { Socket as Connection } from 'engine.io';
import { Busy, TooMany } from '../../modules/kernel/errors.ts';
import { opensMoreThan } from '../http/requests/json-size.ts';
import { addressGroup } from '../limits/address-group.ts';
import { pause } from '../runtime/time/pause.ts';
import type { LiveBounds } from './live-bounds.ts';
import { Tallies } from './tallies.ts';

/** Seconds after which somebody with too many may ask again. */
const askAgain = 30;

type Packet = { readonly type?: string; readonly data?: unknown };

/** A packet of Socket.IO: its type (no binary one), the id of its answer, and JSON if there is any. */
const plain = /^[0-4]\d{0,15}(?:[[{"]|$)/;

type Kept = { readonly group: string; polls: boolean; said: number; refused: number; isCut: boolean };

/** What of Engine.IO is no part of its documented interface; the specs fail when it is not there. */
type Inside = {
  request: unknown;
  readonly writeBuffer: readonly unknown[];
  readonly transport: Transport;
};
type Transport = { readonly name: string; readonly socket?: WebSocket };
type WebSocket = {
  readonly bufferedAmount?: number;
  readonly on?: (frame: 'ping' | 'pong', listener: () => void) => void;
  readonly terminate?: () => void;
  /** Whether each ping is answered by itself. */
  _autoPong?: boolean;
};

/**
 * The connections that live sockets run over, websockets and polls alike, and what each of them may cost. Whoever takes more is
 * cut off, not answered: an honest browser never comes near a bound, and comes back by itself.
 */
export class OpenConnections {
  readonly #bounds: LiveBounds;
  readonly #perAddress: number;
  readonly #kept = new Map<Connection, Kept>();
  readonly #addresses = new Tallies();
  /** Connections that have become websockets, or that were to. */
  readonly #upgraded = new Tallies();
  #upgradedInAll = 0;
  /** Messages of this second, by address. */
  #said = new Tallies();
  #polling = 0;

  constructor(bounds: LiveBounds, perAddress: number) {
    this.#bounds = bounds;
    this.#perAddress = perAddress;
  }

  get count(): number {
    return this.#kept.size;
  }

  /** @throws TooMany when the address has as many as it may; Busy when the node has. */
  checkPlaceFor(address: string | undefined, polls: boolean): void {
    if (this.#perAddress > 0 && this.#addresses.of(addressGroup(address)) >= this.#perAddress) {
      throw new TooMany('Too many live connections from this address.', askAgain);
    }
    if (this.#kept.size >= this.#bounds.sockets || (polls && this.#polling >= this.#bounds.polling)) {
      throw new Busy('Too many others are connected at this moment. Please try again later.', askAgain);
    }
  }

  /**
   * Counts what becomes a websocket until it is closed, whatever comes of it: one that is refused after it was accepted is
   * there until its peer says goodbye, or half a minute.
   * @throws TooMany, Busy as above.
   */
  checkPlaceForUpgrade(socket: TcpSocket, address: string | undefined): void {
    const group = addressGroup(address);
    if (this.#perAddress > 0 && this.#upgraded.of(group) >= this.#perAddress) {
      throw new TooMany('Too many live connections from this address.', askAgain);
    }
    if (this.#upgradedInAll >= this.#bounds.sockets) {
      throw new Busy('Too many others are connected at this moment. Please try again later.', askAgain);
    }
    this.#upgraded.add(group);
    this.#upgradedInAll += 1;
    socket.once('close', () => {
      this.#upgraded.remove(group);
      this.#upgradedInAll -= 1;
    });
  }

  /** Counts a connection until it is closed, and listens to how much it says. */
  open(connection: Connection, address: string | undefined): void {
    const kept: Kept = {
      group: addressGroup(address),
      polls: connection.transport.name === 'polling',
      said: 0,
      refused: 0,
      isCut: false,
    };
    this.#kept.set(connection, kept);
    // The first request with all its headers would be kept for as long as the connection is there.
    (connection as unknown as Inside).request = undefined;
    this.#addresses.add(kept.group);
    if (kept.polls) this.#polling += 1;
    connection.on('upgrading', (transport) => this.#countFrames(connection, kept, transport as unknown as Transport));
    connection.on('upgrade', () => this.#noLongerPolls(kept));
    connection.on('packet', (packet: Packet) => {
      if (this.#isPlain(packet)) this.#count(connection, kept);
      else this.cut(connection);
    });
    this.#countFrames(connection, kept, (connection as unknown as Inside).transport);
    connection.once('close', () => {
      this.#kept.delete(connection);
      this.#addresses.remove(kept.group);
      this.#noLongerPolls(kept);
    });
  }

  /** Counts a handshake that was refused: whoever goes on guessing is cut off. */
  refused(connection: Connection): void {
    const kept = this.#kept.get(connection);
    if (kept && ++kept.refused > this.#bounds.refusals) this.cut(connection);
  }

  /** To be called every second: a new one begins, and whoever does not read what they are told is cut off. */
  everySecond(): void {
    this.#said = new Tallies();
    for (const [connection, kept] of this.#kept) {
      kept.said = 0;
      const { writeBuffer, transport } = connection as unknown as Inside;
      const { unread, unreadBytes } = this.#bounds;
      if (writeBuffer.length > unread || (transport.socket?.bufferedAmount ?? 0) > unreadBytes) this.cut(connection);
    }
  }

  /** Ends a connection at once. A closing handshake would wait for a peer that may never answer. */
  cut(connection: Connection): void {
    const { transport } = connection as unknown as Inside;
    const kept = this.#kept.get(connection);
    if (kept) kept.isCut = true;
    connection.close(true);
    end(transport.socket);
  }

  /** Ends all of them, in the way after which browsers come back by themselves. */
  closeAll(): void {
    for (const connection of this.#kept.keys()) connection.close(true);
  }

  /** Ends one after the other in the same way, over `most` milliseconds and with at most `gap` between two. */
  async closeInTurn({ most, gap }: { readonly most: number; readonly gap: number }): Promise<void> {
    const connections = [...this.#kept.keys()];
    const pace = Math.min(gap, most / connections.length);
    const began = performance.now();
    for (const [at, connection] of connections.entries()) {
      // By the clock, or thousands of timers, each a little late, would make it last.
      const ahead = began + at * pace - performance.now();
      if (ahead >= 1) await pause(ahead);
      connection.close(true);
    }
  }

  /**
   * Nothing that is said to the shop is binary: such a message would only be kept until its parts are there. Nor is it deep: to
   * parse that would take a thousandth of a second. And nothing stands before it but what it is: in the name of a namespace, say, of
   * which there is one without a name, a quote would make all that follows look quoted.
   */
  #isPlain({ type, data }: Packet): boolean {
    if (data === undefined) return true;
    if (typeof data !== 'string') return false;
    return type !== 'message' || (plain.test(data) && !opensMoreThan(data, this.#bounds.openings));
  }

  #count(connection: Connection, kept: Kept): void {
    kept.said += 1;
    if (this.#perAddress > 0) this.#said.add(kept.group);
    if (this.#saysTooMuch(kept)) this.cut(connection);
  }

  #saysTooMuch({ said, group }: Kept): boolean {
    const { messagesPerSecond, messagesOfAddressPerSecond } = this.#bounds;
    return said > messagesPerSecond || this.#said.of(group) > messagesOfAddressPerSecond;
  }

  /** The websocket's own pings are no messages of Engine.IO, and each is answered: 10,000 of them fit into one read. */
  #countFrames(connection: Connection, kept: Kept, { socket }: Transport): void {
    for (const frame of ['ping', 'pong'] as const) {
      socket?.on?.(frame, () => {
        if (kept.isCut) return; // What was read before it was cut.
        this.#count(connection, kept);
        if (kept.isCut) end(socket);
      });
    }
  }

  #noLongerPolls(kept: Kept): void {
    if (kept.polls) this.#polling -= 1;
    kept.polls = false;
  }
}

/** To answer what was read before the end would cost more than to answer what comes in time: an error with a stack each. */
function end(socket: WebSocket | undefined): void {
  if (!socket) return;
  socket._autoPong = false;
  socket.terminate?.();
}
