import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';

/** Notes that a browser keeps for the shop, which it can neither read nor change. */
export type SealedNotes = {
  /** @param lifetime in seconds */
  readonly seal: (purpose: string, note: Readonly<Record<string, unknown>>, lifetime: number) => Promise<string>;
  /** What was sealed for the purpose; undefined for anything else, and for what is too old. */
  readonly open: <Note>(
    purpose: string,
    sealed: string | undefined,
    schema: z.ZodType<Note>,
  ) => Promise<Note | undefined>;
};

const cipher = { alg: 'dir', enc: 'A256GCM' };

/**
 * Encrypted tokens (JWE). Any node opens what another one sealed.
 * @param key 32 bytes that nobody else has
 */
export function sealedNotes(key: Uint8Array, now: () => Date): SealedNotes {
  return {
    seal(purpose, note, lifetime) {
      const at = Math.floor(now().getTime() / 1000);
      return new EncryptJWT({ note })
        .setProtectedHeader(cipher)
        .setAudience(purpose)
        .setIssuedAt(at)
        .setExpirationTime(at + lifetime)
        .encrypt(key);
    },
    async open(purpose, sealed, schema) {
      if (sealed === undefined) return undefined;
      try {
        const expected = {
          audience: purpose,
          currentDate: now(),
          keyManagementAlgorithms: [cipher.alg],
          contentEncryptionAlgorithms: [cipher.enc],
          requiredClaims: ['exp'],
        };
        return schema.parse((await jwtDecrypt(sealed, key, expected)).payload.note);
      } catch (reason) {
        if (reason instanceof errors.JOSEError || reason instanceof z.ZodError) return undefined;
        throw reason;
      }
    },
  };
}
