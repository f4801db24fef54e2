import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** What is known of a socket's person; nothing, for whoever brought no token. */
export type Person = {
  readonly uid: string;
  /** The session in which the token was given, if there was one. */
  readonly sid: string;
  /** Whether that session was not too old for an admin when the token was looked at. */
  readonly isYoung: boolean;
  /** When the token runs out, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** The token ran out: nothing private is told before it is renewed. */
  readonly hasLapsed: boolean;
};

export type SocketData = { person?: Person };

export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/** The rooms of Socket.IO that there are. Everybody is in none: that is told to all. */
export const rooms = {
  admins: 'admins',
  /** Hears what is a person's own. */
  user: (uid: string) => `user:${uid}`,
  /** Was theirs, and hears nothing until its token is renewed. */
  lapsed: (uid: string) => `lapsed:${uid}`,
  session: (sid: string) => `session:${sid}`,
  watching: (topic: string, key: string) => `${topic}:${key}`,
};

/** How many sockets of this node are in a room. */
export function countIn(io: LiveServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0;
}
