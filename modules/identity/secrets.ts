import { createHmac } from 'node:crypto';
import { derivedId, digest } from '../kernel/encoding/derived.ts';
import type { IdentityKeys } from './keys.ts';
import { type SessionToken, sessionTokens } from './sessions/session-tokens.ts';

/** Names and tokens that nobody can work out who has not got the secret. */
export type Secrets = {
  /** What an email's account is called: its keyed hash, hex, the same in whatever case it is written. */
  readonly accountId: (email: string) => string;
  /** What it was called under the secrets of before, the newest first. */
  readonly formerAccountIds: (email: string) => readonly string[];
  /** Other secrets for the hashes of emails take the place of those before: the first names accounts from now on. */
  readonly takeEmails: (emails: IdentityKeys['emails']) => void;
  /** The uid of whoever opens an account with a command: the same whenever that is repeated. */
  readonly uid: (email: string, commandId: string) => string;
  /** What a login is called: the keyed hash of the issuer and of whom it means by it. */
  readonly loginId: (issuer: string, subject: string) => string;
  /** 32 bytes with which what a browser keeps for the shop is encrypted. */
  readonly notesKey: Uint8Array;
  /** What the session is called that a command of a person starts: the same whenever that is repeated. */
  readonly sessionId: (uid: string, commandId: string) => string;
  /**
   * What a session's cookie holds, counted from 0 each time that it is renewed (generation). It is worked out whenever it is
   * needed, so no store holds anything to sign in with.
   */
  readonly sessionToken: (sid: string, generation: number) => string;
  /** Back; undefined for what is no token of ours. */
  readonly sessionIn: (token: string) => SessionToken | undefined;
  /** What proves that the shop made a link of an id, for a purpose: 256 bits in base64url. */
  readonly linkProof: (id: string, purpose: string) => string;
};

export function secretsOf({ secret, emails }: Pick<IdentityKeys, 'secret' | 'emails'>): Secrets {
  const keyed = (...parts: string[]) => createHmac('sha256', secret).update(digest(...parts));
  const accountId = (email: string, key: Uint8Array) =>
    createHmac('sha256', key).update(digest('account', email.toLowerCase())).digest('hex');
  let [newest, ...former] = atLeastOne(emails);
  return {
    accountId: (email) => accountId(email, newest),
    formerAccountIds: (email) => former.map((key) => accountId(email, key)),
    takeEmails(others) {
      [newest, ...former] = atLeastOne(others);
    },
    // Of the email too: whoever uses somebody else's command id must not become them.
    uid: (email, commandId) => derivedId('account', keyed('uid', email.toLowerCase()).digest('hex'), commandId),
    loginId: (issuer, subject) => keyed('login', issuer, subject).digest('hex'),
    notesKey: keyed('notes').digest(),
    sessionId: (uid, commandId) => digest(keyed('session', uid, commandId).digest('base64url')),
    ...sessionTokens((sid, generation) => keyed('session token', sid, String(generation)).digest()),
    linkProof: (id, purpose) => keyed('link', id, purpose).digest('base64url'),
  };
}

function atLeastOne([newest, ...former]: readonly Uint8Array[]): [Uint8Array, ...Uint8Array[]] {
  if (!newest) throw new RangeError('There is no secret for the hashes of emails.');
  return [newest, ...former];
}
