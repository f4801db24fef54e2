import type { JWK } from 'jose';

/** What identity keeps secret. Of each list the first one writes; those after it are still read. */
export type IdentityKeys = {
  /** Private keys that tokens are signed with: P-256, for ES256. */
  readonly signing: readonly JWK[];
  /** 32 random bytes each: what an email's account is called is its hash under the first. */
  readonly emails: readonly Uint8Array[];
  /** 32 random bytes, for what must be the same whenever a call is repeated: uids, session tokens. */
  readonly secret: Uint8Array;
};
