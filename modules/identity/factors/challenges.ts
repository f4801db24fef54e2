import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { digest } from '../../kernel/encoding/derived.ts';
import { challengeLasts } from './factors.ts';

const parts = { until: 6, chance: 16, mark: 32 };
const total = parts.until + parts.chance + parts.mark;

/** A challenge that was signed: its digest, and until when it was good (ISO 8601, UTC). */
export type Signed = { readonly challenge: string; readonly until: string };

/**
 * What a passkey signs. A challenge says by itself until when it is good and carries a mark (HMAC) of what it is for, so that
 * every node knows it again and none keeps it. That it is good once is decided where the passkey is.
 */
export class Challenges {
  readonly #secret: Uint8Array;
  readonly #now: () => Date;

  constructor({ secret, now }: { secret: Uint8Array; now: () => Date }) {
    this.#secret = secret;
    this.#now = now;
  }

  /** @param purpose what it is for, and for whom: it is good for nothing else */
  issue(...purpose: readonly string[]): Uint8Array<ArrayBuffer> {
    const body = Buffer.alloc(parts.until + parts.chance);
    body.writeUIntBE(this.#now().getTime() + challengeLasts, 0, parts.until);
    randomBytes(parts.chance).copy(body, parts.until);
    return new Uint8Array(Buffer.concat([body, this.#mark(body, purpose)]));
  }

  /** What is to be remembered of a challenge of ours; undefined when it is none for this purpose, or too old. */
  known(challenge: string, ...purpose: readonly string[]): Signed | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== total) return undefined;
    const body = bytes.subarray(0, parts.until + parts.chance);
    if (!timingSafeEqual(bytes.subarray(body.length), this.#mark(body, purpose))) return undefined;
    const until = body.readUIntBE(0, parts.until);
    if (until <= this.#now().getTime()) return undefined;
    return { challenge: digest('challenge', bytes.toString('hex')), until: new Date(until).toISOString() };
  }

  #mark(body: Buffer, purpose: readonly string[]): Buffer {
    return createHmac('sha256', this.#secret)
      .update(digest('challenge', ...purpose))
      .update(body)
      .digest();
  }
}
