import { Secret, TOTP } from 'otpauth';

/** Seconds that a code is shown. */
const period = 30;
/** Codes of one step before and after are taken too: clocks differ, and people type slowly (RFC 6238, 5.2). */
const drift = 1;

const issuer = 'Inventory';

/**
 * The step of the moment that a code belongs to, counted from 1970; undefined when it is none of the secret's now.
 * @param secret in base32
 * @param at ISO 8601
 */
export function stepOf(code: string, secret: string, at: string): number | undefined {
  const timestamp = Date.parse(at);
  const found = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window: drift });
  return found === null ? undefined : TOTP.counter({ period, timestamp }) + found;
}

/** The code of a secret at a time (ISO 8601): what an app shows. */
export function codeAt(secret: string, at: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), period, timestamp: Date.parse(at) });
}

/** What an app takes a secret from: the key URI of Google Authenticator. */
export function keyUri(secret: string, account: string): string {
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), period }).toString();
}

/** Bytes as base32, which is how people and apps are told of them. */
export function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}
