import type { Socket as Connection } from 'engine.io';
import { Busy, TooMany } from '../../modules/kernel/errors.ts';
import { addressGroup } from './address-group.ts';
import type { LiveBounds } from './live-bounds.ts';
import { Tallies } from './tallies.ts';

/** Seconds after which somebody with too many may ask again. */
const askAgain = 30;

type Kept = { readonly group: string; polls: boolean; said: number; refused: number };

/** What of Engine.IO is no part of its documented interface; the specs fail when it is not there. */
type Inside = {
  request: unknown;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly name: string; readonly socket?: { readonly terminate?: () => void } };
};

/**
 * The connections that live sockets run over, websockets and polls alike, and what each of them may cost. Who takes more is
 * cut off, not answered: an honest browser never comes near a bound, and comes back by itself.
 */
export class OpenConnections {
  readonly #bounds: LiveBounds;
  readonly #perAddress: number;
  readonly #kept = new Map<Connection, Kept>();
  readonly #addresses = new Tallies();
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

  /** Counts a connection until it is closed, and listens to how much it says. */
  open(connection: Connection, address: string | undefined): void {
    const kept: Kept = {
      group: addressGroup(address),
      polls: connection.transport.name === 'polling',
      said: 0,
      refused: 0,
    };
    this.#kept.set(connection, kept);
    // The first request with all its headers would be kept for as long as the connection is there.
    (connection as unknown as Inside).request = undefined;
    this.#addresses.add(kept.group);
    if (kept.polls) this.#polling += 1;
    connection.on('upgrade', () => this.#noLongerPolls(kept));
    connection.on('packet', ({ data }: { data?: unknown }) => {
      kept.said += 1;
      // Nothing that is said to the shop is binary: such a message would only be kept until its parts are there.
      const isBinary = data !== undefined && typeof data !== 'string';
      if (isBinary || kept.said > this.#bounds.messagesPerSecond) this.cut(connection);
    });
    connection.once('close', () => {
      this.#kept.delete(connection);
      this.#addresses.remove(kept.group);
      this.#noLongerPolls(kept);
    });
  }

  /** Counts a handshake that was refused: who goes on guessing is cut off. */
  refused(connection: Connection): void {
    const kept = this.#kept.get(connection);
    if (kept && ++kept.refused > this.#bounds.refusals) this.cut(connection);
  }

  /** To be called every second: a new one begins, and whoever does not read what they are told is cut off. */
  everySecond(): void {
    for (const [connection, kept] of this.#kept) {
      kept.said = 0;
      if ((connection as unknown as Inside).writeBuffer.length > this.#bounds.unread) this.cut(connection);
    }
  }

  /** Ends a connection at once. A closing handshake would wait for a peer that may never answer. */
  cut(connection: Connection): void {
    const { transport } = connection as unknown as Inside;
    connection.close(true);
    transport.socket?.terminate?.();
  }

  /** Ends all of them, in the way after which browsers come back by themselves. */
  closeAll(): void {
    for (const connection of this.#kept.keys()) connection.close(true);
  }

  #noLongerPolls(kept: Kept): void {
    if (kept.polls) this.#polling -= 1;
    kept.polls = false;
  }
}
