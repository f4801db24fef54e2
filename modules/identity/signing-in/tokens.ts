import { hash } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Unauthorized } from '../../kernel/errors.ts';
import { ExpiringCache } from '../../kernel/memory/expiring-cache.ts';
import type { Proven } from '../../kernel/route.ts';
import { tokenMinutes } from '../contract.ts';

/** Both kinds of tokens, in seconds. A session renews them. */
const lifetime = tokenMinutes * 60;
/** How far the clocks of two nodes may be apart, in seconds. */
const tolerance = 5;
const remembers = 10_000;

/** `sid` as OpenID Connect Front-Channel Logout names the session, section 3. */
const claims = z.object({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  sid: z.string(),
  exp: z.number(),
});

/** Signed proofs (JWT, ES256). An ID token says who somebody is; an access token is what the API takes. */
export type Tokens = {
  readonly issueIdToken: (proven: Proven) => Promise<string>;
  /** `until` where it must end before its usual time is over. */
  readonly issueAccessToken: (proven: Proven, until?: Date) => Promise<string>;
  /** @throws Unauthorized for what is no ID token of ours, or no longer good. */
  readonly verifyIdToken: (token: string) => Promise<Proven>;
  /** @throws Unauthorized for what is no access token of ours, or no longer good. */
  readonly verifyAccessToken: (token: string) => Promise<Proven>;
  /** The public keys, as a JSON Web Key Set (RFC 7517). */
  readonly keySet: () => { keys: JWK[] };
  /** Other keys take the place of those before, at once: what none of them has signed is believed no more. */
  readonly take: (signing: readonly JWK[]) => Promise<void>;
};

/**
 * @param options.signing private keys: tokens are signed with the first, and believed by any of them
 * @param options.lookForKeys called for a token under a key that is not known: another node may have a newer one already
 */
export async function tokensOf(options: {
  signing: readonly JWK[];
  issuer: string;
  now: () => Date;
  lookForKeys?: () => Promise<void>;
}): Promise<Tokens> {
  const { issuer, now, lookForKeys } = options;
  let keys = await signingKeysOf(options.signing);

  // The audience, and the type in the header (RFC 8725, 3.11), keep one kind from being taken for the other.
  function kind(audience: string, typ: string) {
    let verified = new ExpiringCache<Proven>({ capacity: remembers, now });

    function issue({ uid, email, name, sid }: Proven, until?: Date): Promise<string> {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const last = until ? Math.floor(until.getTime() / 1000) : Number.POSITIVE_INFINITY;
      return new SignJWT({ email, name, sid })
        .setProtectedHeader({ alg: 'ES256', typ, kid: keys.public[0]?.kid })
        .setSubject(uid)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.min(issuedAt + lifetime, last))
        .sign(keys.private);
    }

    /**
     * Each request brings its token: a signature that was found good is not checked again until the token ends. It is kept by
     * its digest, so that nobody finds tokens that open something in the memory.
     */
    async function verify(token: string): Promise<Proven> {
      const digest = hash('sha256', token, 'base64url');
      // Where keys are taken away while it is being checked, it must not be good among those of the keys after them.
      const among = verified;
      const known = among.get(digest);
      if (known) return known;
      const { proven, until } = await check(token);
      among.set(digest, proven, until);
      return proven;
    }

    async function check(token: string): Promise<{ proven: Proven; until: number }> {
      try {
        const expected = { algorithms: ['ES256'], issuer, audience, typ, clockTolerance: tolerance };
        const verifying = { ...expected, currentDate: now() };
        const { payload } = await jwtVerify(token, keys.known, verifying).catch(async (reason: unknown) => {
          if (!lookForKeys || !(reason instanceof errors.JWKSNoMatchingKey)) throw reason;
          await lookForKeys();
          return jwtVerify(token, keys.known, verifying);
        });
        const { sub, email, name, sid, exp } = claims.parse(payload);
        return { proven: { uid: sub, email, name, sid }, until: exp * 1000 };
      } catch (reason) {
        if (reason instanceof errors.JWTExpired) throw new Unauthorized('The token has expired.');
        if (reason instanceof errors.JOSEError || reason instanceof z.ZodError) {
          throw new Unauthorized('The token is not valid.');
        }
        throw reason;
      }
    }

    const forget = () => {
      verified = new ExpiringCache<Proven>({ capacity: remembers, now });
    };
    return { issue, verify, forget };
  }

  const id = kind('inventory:id', 'JWT');
  const access = kind('inventory:api', 'at+jwt');
  return {
    issueIdToken: id.issue,
    issueAccessToken: access.issue,
    verifyIdToken: id.verify,
    verifyAccessToken: access.verify,
    keySet: () => ({ keys: keys.public }),
    async take(signing) {
      keys = await signingKeysOf(signing);
      id.forget();
      access.forget();
    },
  };
}

async function signingKeysOf(signing: readonly JWK[]) {
  const [newest] = signing;
  if (!newest) throw new RangeError('There is no key to sign tokens with.');
  const publicKeys = await Promise.all(signing.map(publicKeyOf));
  return {
    public: publicKeys,
    private: await importJWK(newest, 'ES256'),
    known: createLocalJWKSet({ keys: publicKeys }),
  };
}

async function publicKeyOf(signingKey: JWK): Promise<JWK> {
  const { kty, crv, x, y } = signingKey;
  return { kty, crv, x, y, kid: await calculateJwkThumbprint(signingKey), alg: 'ES256', use: 'sig' };
}
