import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FindAccount } from 'oidc-provider';
import { z } from 'zod';
import { emailAddress, text } from '../../../modules/kernel/wire/wire.ts';

/** What one types into the local issuer's form. */
export const saidAboutOneself = z.object({ name: text(120, 'Name is Required'), email: emailAddress });
export type SaidAboutOneself = z.infer<typeof saidAboutOneself>;

/** Whoever signed in here lately. */
export type People = {
  /** Who somebody is here: whoever types the same email is the same person. */
  readonly take: (said: SaidAboutOneself) => string;
  readonly find: FindAccount;
};

export function people(): People {
  const known = new LRUCache<string, SaidAboutOneself>({ max: 1_000 });
  return {
    take(said) {
      const subject = createHash('sha256').update(said.email).digest('base64url');
      known.set(subject, said);
      return subject;
    },
    find: async (_, subject) => {
      const said = known.get(subject);
      // Nobody has looked whether the address is theirs.
      return said && { accountId: subject, claims: async () => ({ sub: subject, ...said, email_verified: false }) };
    },
  };
}
