import { hash } from 'node:crypto';
import { addressGroup } from './address-group.ts';
import type { CallRate } from './call-rate.ts';
import type { PasswordAttempts } from './password-attempts.ts';

/** Where a call comes from: `ip` as far as proxies are believed, over which connection. */
type Origin = { readonly ip?: string | undefined; readonly socket: object };

/** What somebody may do how often, by where they come from and who they are. */
export class Limits {
  readonly attempts: PasswordAttempts;
  readonly #byAddress: CallRate | undefined;
  readonly #byUser: CallRate | undefined;
  readonly #changesByUser: CallRate | undefined;
  readonly #unread: CallRate | undefined;
  readonly #secret: string;
  readonly #closeStore: () => Promise<void>;
  /** The key of the address that came last over a connection: mostly it is the same for all calls of it. */
  readonly #keys = new WeakMap<object, { ip: string | undefined; key: string }>();

  /** @param options.secret known to all nodes of the shop and to nobody else. Rates that are left out are off */
  constructor(options: {
    attempts: PasswordAttempts;
    byAddress: CallRate | undefined;
    byUser: CallRate | undefined;
    changesByUser: CallRate | undefined;
    unread: CallRate | undefined;
    secret: Uint8Array;
    closeStore: () => Promise<void>;
  }) {
    this.attempts = options.attempts;
    this.#byAddress = options.byAddress;
    this.#byUser = options.byUser;
    this.#changesByUser = options.changesByUser;
    this.#unread = options.unread;
    this.#secret = Buffer.from(options.secret).toString('base64');
    this.#closeStore = options.closeStore;
  }

  /**
   * Under which key something is counted: its keyed hash, so that no email or address is kept, nor can be tried out. In one
   * call of the library, since it is on the way of each sign-in that is refused: HMAC takes ten times as long. What that
   * prevents, a hash that somebody continues without the key, means nothing here: the lengths are in it, and nobody is told.
   */
  keyOf(kind: string, ...parts: readonly string[]): string {
    return hash('sha256', [this.#secret, kind, ...parts].map((part) => `${part.length}:${part}`).join(''), 'base64url');
  }

  addressKey({ ip, socket }: Origin): string {
    const known = this.#keys.get(socket);
    if (known?.ip === ip && known) return known.key;
    const key = this.keyOf('address', addressGroup(ip));
    this.#keys.set(socket, { ip, key });
    return key;
  }

  /**
   * Counts a call of nobody who is known.
   * @throws TooMany
   */
  async callFrom(origin: Origin): Promise<void> {
    await this.#byAddress?.count(this.addressKey(origin));
  }

  /**
   * @throws TooMany where whoever is there has asked too often for files that there are not. By themselves: who has made as many calls as one
   * may is still shown pictures, which are counted for nobody.
   */
  async mayMiss(origin: Origin): Promise<void> {
    await this.#byAddress?.mustHaveRoom(this.#missedKey(origin));
  }

  /** Counts that there was no such file. */
  async missed(origin: Origin): Promise<void> {
    await this.#byAddress?.note(this.#missedKey(origin), 1);
  }

  #missedKey(origin: Origin): string {
    return `missed ${this.addressKey(origin)}`;
  }

  /**
   * Counts a call of somebody who is known, wherever it comes from: an office has one address.
   * @throws TooMany
   */
  async callBy(uid: string): Promise<void> {
    await this.#byUser?.count(uid);
  }

  /**
   * Counts that somebody proved at an issuer who they are. By itself: whoever has linked theirs to somebody's account keeps its owner
   * from no proof by a password.
   * @throws TooMany
   */
  async proved(uid: string): Promise<void> {
    await this.attempts.proved(this.keyOf('issuer', uid));
  }

  /**
   * Reads a call that costs a password, and counts where that fails. By itself, and not with other calls: whoever has made as many that
   * could be read as one may can sign in all the same. Of those that cannot be read nobody knows whose browser sent them, so that an address
   * with too many of them lets nobody sign in for the rest of a minute.
   * @param uid of whoever is signed in; of nobody it counts where it comes from
   * @throws TooMany, and reads nothing, where so many could not be read
   */
  async reading<Read>(origin: Origin, uid: string | undefined, read: () => Promise<Read>): Promise<Read> {
    if (!this.#unread) return read();
    const key = uid === undefined ? this.addressKey(origin) : this.keyOf('user', uid);
    await this.#unread.mustHaveRoom(key);
    try {
      return await read();
    } catch (reason) {
      await this.#unread.note(key, 1);
      throw reason;
    }
  }

  /** @throws TooMany where a person has changed as much within a day as one may: each of it stays in the log. */
  async mayChange(uid: string): Promise<void> {
    await this.#changesByUser?.mustHaveRoom(uid);
  }

  /** Counts what a person has changed. @param changes as how many it counts */
  async noteChange(uid: string, changes: number): Promise<void> {
    await this.#changesByUser?.note(uid, changes);
  }

  async close(): Promise<void> {
    this.#byAddress?.close();
    this.#byUser?.close();
    this.#changesByUser?.close();
    this.#unread?.close();
    await this.#closeStore();
  }
}
