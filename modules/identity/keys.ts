import type { JWK } from 'jose';

/** What identity keeps secret. It must stay the same, or every session and every email's account is lost. */
export type IdentityKeys = {
  /** The private key that tokens are signed with: P-256, for ES256. */
  readonly signingKey: JWK;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
};
