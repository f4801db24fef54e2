import { decodeJwt } from 'jose';
import { Conflict, Forbidden, TooMany, Unauthorized } from '../../modules/kernel/errors.ts';
import { isReadable, type StoredEvent } from '../../modules/kernel/event.ts';
import type { Notices } from '../../modules/kernel/notices.ts';
import { lapsed } from '../../modules/kernel/wire/live-wire.ts';
import type { Authentication } from '../http/authentication/authentication.ts';
import { countIn, type LiveServer, type LiveSocket, rooms } from './live-socket.ts';

/** Seconds after which somebody with too many sockets may ask again. */
const askAgain = 30;

type Options = {
  readonly io: LiveServer;
  readonly notices: readonly Notices[];
  readonly authentication: Pick<Authentication, 'verifyAccessToken' | 'callerOf' | 'sessionNow'>;
  readonly perUser: number;
  readonly now: () => Date;
  /** Told of each socket that is in the admins' room from now on. */
  readonly becameAdmins: (socket: LiveSocket) => void;
};

/** What a token proves, and what has happened since it was looked at: the log may tell it before the socket is in a room. */
type Proof = {
  readonly uid: string;
  readonly sid: string;
  readonly until: number;
  role: 'user' | 'admin';
  /** Whether the session is not too old for an admin: whoever is made one in it logs in again first. */
  isYoung: boolean;
  hasMoved: boolean;
  isOver: boolean;
};

/** Whose sockets these are: who may hear what, from the handshake to the end of the session. */
export class People {
  readonly #options: Options;
  /** Those that are being looked at. Without them, what the log tells between the look and the room would be missed. */
  readonly #proofs = new Map<LiveSocket, Proof>();
  /** Those that have brought a new token, from before it is known whose that is: of two, one would take the other's proof away. */
  readonly #renewing = new WeakSet<LiveSocket>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Lets a socket's person in, who is in their rooms then and counts; to be followed by `entered`.
   * @throws Unauthorized for a token that is bad or of an ended session; TooMany when the person has as many sockets as they may.
   */
  async admit(socket: LiveSocket, token: string): Promise<void> {
    try {
      const { uid } = await this.#prove(socket, token);
      const { io, perUser } = this.#options;
      if (perUser > 0 && countIn(io, rooms.user(uid)) + countIn(io, rooms.lapsed(uid)) >= perUser) {
        throw new TooMany('Too many live connections of yours.', askAgain);
      }
      socket.join(rooms.user(uid));
    } catch (reason) {
      this.#proofs.delete(socket);
      throw reason;
    }
  }

  /** The socket is connected: from now on the log's word reaches it through its rooms. */
  entered(socket: LiveSocket): void {
    const proof = this.#proofs.get(socket);
    if (proof) this.#settle(socket, proof);
  }

  /**
   * Takes a new token in the place of the one before.
   * @throws Unauthorized for a bad one; Forbidden for somebody else's; Conflict where there was none, or while another is
   * looked at.
   */
  async renew(socket: LiveSocket, token: string): Promise<void> {
    const before = socket.data.person;
    if (!before) throw new Conflict('This connection is nobody’s. Please connect again with the token.');
    if (this.#renewing.has(socket)) throw new Conflict('A token is being looked at.');
    this.#renewing.add(socket);
    try {
      const proof = await this.#prove(socket, token);
      if (proof.uid !== before.uid) throw new Forbidden('That token is somebody else’s.');
      if (before.sid !== proof.sid) socket.leave(rooms.session(before.sid));
      this.#settle(socket, proof);
    } finally {
      this.#proofs.delete(socket);
      this.#renewing.delete(socket);
    }
  }

  /** Ends and moves whom an event concerns, before anything is told because of it. */
  heed(event: StoredEvent): void {
    if (!isReadable(event)) return; // It does not say whom. What comes behind it is heeded all the same.
    for (const notices of this.#options.notices) {
      const ended = notices.endedBy(event);
      if (ended) this.#end(ended);
      const moved = notices.movedBy(event);
      if (moved) this.#move(moved);
    }
  }

  /**
   * Takes those out of their rooms whose token has run out. One look at all, which is a fifth of a millisecond for ten
   * thousand: a timer each would cost more, and so would keeping them in order.
   */
  lapse(): void {
    for (const socket of this.#proofs.keys()) {
      if (socket.conn.readyState === 'closed') this.#proofs.delete(socket); // Gone before it was connected.
    }
    const now = this.#options.now().getTime();
    for (const socket of this.#options.io.of('/').sockets.values()) {
      const { person } = socket.data;
      if (!person || person.hasLapsed || person.until > now) continue;
      socket.data.person = { ...person, hasLapsed: true };
      socket.leave(rooms.user(person.uid));
      socket.leave(rooms.admins);
      socket.join(rooms.lapsed(person.uid));
      socket.emit(lapsed);
    }
  }

  async #prove(socket: LiveSocket, token: string): Promise<Proof> {
    const { authentication } = this.#options;
    const { uid, sid } = await authentication.verifyAccessToken(token);
    const until = (decodeJwt(token).exp ?? 0) * 1_000;
    const proof: Proof = { uid, sid, until, role: 'user', isYoung: true, hasMoved: false, isOver: false };
    this.#proofs.set(socket, proof);
    const [caller, session] = await Promise.all([authentication.callerOf(uid), authentication.sessionNow(sid)]);
    if (caller && !proof.hasMoved) proof.role = caller.role;
    proof.isYoung = session?.isYoung ?? false;
    if (!caller || !session || isTooOld(proof) || proof.isOver) throw new Unauthorized('Please log in again.');
    return proof;
  }

  #settle(socket: LiveSocket, proof: Proof): void {
    const { uid, sid, until, role, isYoung } = proof;
    this.#proofs.delete(socket);
    if (proof.isOver || isTooOld(proof)) {
      socket.disconnect(true);
      return;
    }
    socket.data.person = { uid, sid, isYoung, until, hasLapsed: false };
    socket.leave(rooms.lapsed(uid));
    socket.join([rooms.user(uid), rooms.session(sid)]);
    if (role === 'admin') this.#joinAdmins(socket);
    else socket.leave(rooms.admins);
  }

  #joinAdmins(socket: LiveSocket): void {
    if (socket.rooms.has(rooms.admins)) return;
    socket.join(rooms.admins);
    this.#options.becameAdmins(socket);
  }

  #end(ended: { sid: string } | { uid: string }): void {
    const { io } = this.#options;
    for (const proof of this.#proofs.values()) {
      if ('sid' in ended ? proof.sid === ended.sid : proof.uid === ended.uid) proof.isOver = true;
    }
    const ending = 'sid' in ended ? [rooms.session(ended.sid)] : [rooms.user(ended.uid), rooms.lapsed(ended.uid)];
    io.in(ending).disconnectSockets(true);
  }

  #move({ uid, role }: { uid: string; role: 'user' | 'admin' }): void {
    for (const proof of this.#proofs.values()) {
      if (proof.uid !== uid) continue;
      proof.role = role;
      proof.hasMoved = true;
    }
    const { adapter, sockets } = this.#options.io.of('/');
    for (const id of [...(adapter.rooms.get(rooms.user(uid)) ?? [])]) {
      const socket = sockets.get(id);
      if (!socket) continue;
      if (role === 'user') socket.leave(rooms.admins);
      else if (socket.data.person?.isYoung === false) socket.disconnect(true);
      else this.#joinAdmins(socket);
    }
  }
}

/** As every call is refused then, a socket must not tell what admins hear: its browser comes back, and is told to log in again. */
function isTooOld({ role, isYoung }: Pick<Proof, 'role' | 'isYoung'>): boolean {
  return role === 'admin' && !isYoung;
}
