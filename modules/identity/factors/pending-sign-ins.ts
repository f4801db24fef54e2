import { createHmac, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AccountHolder } from '../accounts/accounts.ts';
import { hiddenCookie } from '../hidden-cookie.ts';
import { signInWaits } from './factors.ts';

export const pendingCookie = 'inventory_pending';

/** In seconds. */
const lasts = signInWaits / 1_000;
const audience = 'inventory:pending';

const claims = z.object({
  sub: z.string(),
  account: z.string(),
  generation: z.int(),
  by: z.enum(['password', 'provider', 'link']),
  jti: z.string(),
});

/** By what somebody proved first who they are. */
export type FirstProof = z.infer<typeof claims>['by'];

/** Who has proved it. */
export type FirstProved = Pick<AccountHolder, 'uid' | 'accountId' | 'generation'>;

/** Somebody who has proved one thing, and is not signed in yet. `proof` names that first proof. */
export type PendingSignIn = {
  readonly uid: string;
  readonly accountId: string;
  /** Which one the account's was at the first proof. */
  readonly generation: number;
  readonly by: FirstProof;
  readonly proof: string;
};

/**
 * The first proof of somebody who has a second factor, kept by their browser for a few minutes: a cookie that is signed (JWT,
 * HS256), so that any node can go on. It opens nothing by itself.
 */
export class PendingSignIns {
  readonly #key: Uint8Array;
  readonly #secure: boolean;
  readonly #now: () => Date;

  constructor({ secret, secure, now }: { secret: Uint8Array; secure: boolean; now: () => Date }) {
    // A key of its own: nothing else that the shop marks with its secret can be taken for this.
    this.#key = createHmac('sha256', secret).update('pending sign-in').digest();
    this.#secure = secure;
    this.#now = now;
  }

  /** The cookie, as Set-Cookie has it. */
  async begin({ uid, accountId, generation }: FirstProved, by: FirstProof): Promise<string> {
    const issuedAt = Math.floor(this.#now().getTime() / 1_000);
    const token = await new SignJWT({ account: accountId, generation, by })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setJti(randomUUID())
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lasts)
      .sign(this.#key);
    return this.#cookie(token, lasts);
  }

  /** Whose sign-in goes on; undefined without one, or when it took too long. */
  async read(token: string | undefined): Promise<PendingSignIn | undefined> {
    if (!token) return undefined;
    try {
      const expected = { algorithms: ['HS256'], audience, currentDate: this.#now() };
      const { payload } = await jwtVerify(token, this.#key, expected);
      const { sub, account, generation, by, jti } = claims.parse(payload);
      return { uid: sub, accountId: account, generation, by, proof: jti };
    } catch (reason) {
      if (reason instanceof errors.JOSEError || reason instanceof z.ZodError) return undefined;
      throw reason;
    }
  }

  /** Takes the cookie away. */
  get over(): string {
    return this.#cookie('', 0);
  }

  #cookie(token: string, maxAge: number): string {
    return hiddenCookie(pendingCookie, token, { maxAge, secure: this.#secure, path: '/identity' });
  }
}
