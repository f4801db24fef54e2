import { createHmac } from 'node:crypto';
import { digest } from '../kernel/derived.ts';

/** Names and tokens that nobody can work out who has not got the secret. */
export type Secrets = {
  /** What an email's account is called: its keyed hash, hex, the same in whatever case it is written. */
  readonly accountId: (email: string) => string;
  /** A session's token, 256 bits in base64url: the same command of the same person has the same. */
  readonly sessionToken: (uid: string, commandId: string) => string;
  /** What a token's session is called. The token cannot be told from it, so the store holds nothing to sign in with. */
  readonly sessionId: (token: string) => string;
};

export function secretsOf(secret: Uint8Array): Secrets {
  const keyed = (...parts: string[]) => createHmac('sha256', secret).update(digest(...parts));
  return {
    accountId: (email) => keyed('account', email.toLowerCase()).digest('hex'),
    sessionToken: (uid, commandId) => keyed('session', uid, commandId).digest('base64url'),
    sessionId: (token) => digest(token),
  };
}
