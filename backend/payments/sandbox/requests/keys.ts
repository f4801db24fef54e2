import { createHash, timingSafeEqual } from 'node:crypto';
import { StripeFailure } from './stripe-failure.ts';

export type Keys = { secretKey: string; publishableKey: string };

/** A server with the secret key, or a browser with the publishable one. */
export type Caller = 'server' | 'browser';

/**
 * Knows the caller by the key: a Bearer token, the user name of Basic credentials, or (browsers) a field `key`.
 * Throws StripeFailure 401 (https://docs.stripe.com/api/authentication).
 */
export function callerOf(authorization: string | undefined, keyField: unknown, keys: Keys): Caller {
  const key = keyOf(authorization) ?? (typeof keyField === 'string' ? keyField : undefined);
  if (!key) {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth ' +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (same(key, keys.secretKey)) return 'server';
  if (same(key, keys.publishableKey)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

/** Throws StripeFailure 401 for a browser. */
export function onlyServers(caller: Caller) {
  if (caller === 'server') return;
  throw unauthorized(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your ' +
      'API keys at https://dashboard.stripe.com/account/apikeys.',
    'secret_key_required',
  );
}

function keyOf(authorization = ''): string | undefined {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return undefined;
}

/** Compares in the same time whatever the difference. */
export function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;

function unauthorized(message: string, code?: string) {
  return new StripeFailure({ status: 401, type: 'invalid_request_error', code, message });
}
