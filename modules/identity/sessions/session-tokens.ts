import { timingSafeEqual } from 'node:crypto';
import { digest } from '../../kernel/encoding/derived.ts';

/** Which session a token is of, and how often that had been renewed when the token was given out. */
export type SessionToken = { readonly sid: string; readonly generation: number };

const bytes = { sid: 32, generation: 4, mac: 32 };
const whole = bytes.sid + bytes.generation + bytes.mac;
/** What tokens looked like before they were renewed: the session was called by their digest. */
const before = /^[\w-]{43}$/;

/**
 * What session cookies hold: the session, its generation and a MAC of both, in base64url. Without the key nobody makes one, not
 * of a session whose name they know either.
 * @param macOf of a session's generation, 32 bytes
 */
export function sessionTokens(macOf: (sid: string, generation: number) => Buffer) {
  return {
    sessionToken(sid: string, generation: number): string {
      const number = Buffer.alloc(bytes.generation);
      number.writeUInt32BE(generation);
      return Buffer.concat([Buffer.from(sid, 'hex'), number, macOf(sid, generation)]).toString('base64url');
    },
    sessionIn(token: string): SessionToken | undefined {
      if (before.test(token)) return { sid: digest(token), generation: 0 };
      const read = Buffer.from(token, 'base64url');
      // As it is written, and in no other way that is read as the same.
      if (read.length !== whole || read.toString('base64url') !== token) return undefined;
      const sid = read.subarray(0, bytes.sid).toString('hex');
      const generation = read.readUInt32BE(bytes.sid);
      const mac = read.subarray(bytes.sid + bytes.generation);
      return timingSafeEqual(mac, macOf(sid, generation)) ? { sid, generation } : undefined;
    },
  };
}
