import { createHmac } from 'node:crypto';
import { digest } from '../../modules/kernel/derived.ts';
import type { PasswordAttempts } from './password-attempts.ts';

/** What somebody may do how often, by where they come from and who they are. */
export class Limits {
  readonly attempts: PasswordAttempts;
  readonly #secret: Uint8Array;

  /** @param options.secret known to all nodes of the shop and to nobody else */
  constructor(options: { attempts: PasswordAttempts; secret: Uint8Array }) {
    this.attempts = options.attempts;
    this.#secret = options.secret;
  }

  /** Under which key something is counted: its keyed hash, so that no email or address is kept, nor can be tried out. */
  keyOf(kind: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.#secret)
      .update(digest('limit', kind, ...parts))
      .digest('base64url');
  }
}
