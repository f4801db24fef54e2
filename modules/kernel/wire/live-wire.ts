import { z } from 'zod';
import { positionPattern } from './log-position.ts';
import { mostWatched } from './most-watched.ts';
import { problem } from './wire.ts';

/** What the live socket's two ends say to each other, beside the notices, which each module's contract describes. */

/** Where Socket.IO is, on the shop's own origin. */
export const livePath = '/socket.io/';

/** What every notice has: the position in the log that it is true as of. */
export const noticed = z.object({ position: z.string().regex(positionPattern) });

/** `watch`: the ids of the tools that a browser shows, in place of those before. */
export const watchMessage = z.array(z.string().min(1).max(200)).max(mostWatched);
/** What `watch` is acknowledged with, when that is asked for: how many are watched now. */
const watchAnswer = z.union([z.object({ watching: z.int() }), z.object({ problem })]);
export type WatchAnswer = z.infer<typeof watchAnswer>;

/** `renew`: the access token that takes the place of the one before. */
export const renewMessage = z.string().max(8_000);
const renewAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), problem }),
]);
export type RenewAnswer = z.infer<typeof renewAnswer>;

/** `lapsed`, without a payload: the token ran out, and what is private is no longer told. `renew` puts that right. */
export const lapsed = 'lapsed';
