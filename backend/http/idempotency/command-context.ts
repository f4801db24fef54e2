import type { IncomingHttpHeaders } from 'node:http';
import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { canonicalJson } from '../../../modules/kernel/encoding/canonical-json.ts';
import { derivedId, digest } from '../../../modules/kernel/encoding/derived.ts';
import { Invalid } from '../../../modules/kernel/errors.ts';
import type { Actor } from '../../../modules/kernel/event.ts';
import { hmacOf } from './hmac.ts';
import { NearIds } from './near-ids.ts';

/** The longest Idempotency-Key that is taken, in characters. */
const longestKey = 255;
/** For calls without a key. */
const ids = new NearIds();

/**
 * Who asks for what, under which command id. The id comes from the caller's Idempotency-Key, if there is one, and is
 * the caller's own: two users with the same key have two ids. The fingerprint is kept for as long as the event, also
 * when a person in it was erased; without the secret nobody can tell from it, by trying, which email was sent.
 * @throws Invalid for a key that is empty or too long.
 */
export function commandContext(
  headers: IncomingHttpHeaders,
  actor: Actor,
  payload: { readonly call: string; readonly body: unknown; readonly query: unknown },
  { secret, correlationId }: { readonly secret: Uint8Array; readonly correlationId: string },
): CommandContext {
  const key = headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || key === '' || isTooLong(key))) {
    throw new Invalid(`An Idempotency-Key has 1 to ${longestKey} characters.`);
  }
  const keyedAs = key === undefined ? undefined : derivedId('command', actor.uid, key);
  return {
    commandId: keyedAs ?? ids.next(),
    ...(keyedAs !== undefined && { keyedAs }),
    fingerprint: hmacWith(secret)(
      digest('fingerprint', payload.call, canonicalJson(payload.body), canonicalJson(payload.query)),
    ),
    actor,
    correlationId,
  };
}

/** Node hands on a byte of a header as a character each; clients that go beyond ASCII speak UTF-8. */
function isTooLong(key: string): boolean {
  return key.length > longestKey && [...Buffer.from(key, 'latin1').toString()].length > longestKey;
}

/** For each secret what is made of it once. */
const hmacs = new WeakMap<Uint8Array, (text: string) => string>();

function hmacWith(secret: Uint8Array): (text: string) => string {
  const known = hmacs.get(secret) ?? hmacOf(secret);
  hmacs.set(secret, known);
  return known;
}
