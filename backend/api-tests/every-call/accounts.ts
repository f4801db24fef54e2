import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { demoShopper } from '../../start/demo/seed.ts';
import { password, signIn } from '../../testing/api-client.ts';
import { SoftwarePasskey } from '../../testing/clients/software-passkey.ts';
import { anyone, call, type EveryCall } from './asked.ts';

/** What people change of how they get in, and what the shop holds of them. */
export const accountCalls: readonly EveryCall[] = [
  call('GET /me/sessions', 'access token', [401, 200, 200, 200], () => ({ path: '/me/sessions' })),
  call('DELETE /me/sessions/{id}', 'access token', [401, 204, 404, 404], async ({ origin, shopper }) => {
    const { idToken } = await signIn(origin, shopper.email);
    return { path: `/me/sessions/${decodeJwt<{ sid: string }>(idToken).sid}` };
  }),
  // But for the one in which it is asked: it is needed for the other calls.
  call('DELETE /me/sessions', 'access token', [401, 204, 204, 204], () => ({ path: '/me/sessions?keep=this' })),
  call('GET /user/{email}/sessions', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/user/${shopper.email}/sessions`,
  })),
  call('DELETE /user/{email}/sessions', 'access token', [401, 403, 403, 204], () => ({
    path: `/user/${demoShopper.email}/sessions`,
  })),
  // Those who call here have no second factor, and keep none: they sign in for the other calls.
  call('GET /me/factors', 'access token', [401, 200, 200, 200], () => ({ path: '/me/factors' })),
  call('POST /me/factors/totp', 'access token', [401, 200, 200, 200], () => ({ path: '/me/factors/totp' })),
  call('POST /me/factors/totp/confirm', 'access token', [401, 400, 400, 400], () => ({
    path: '/me/factors/totp/confirm',
    body: { offer: 'none of ours', code: '123456' },
  })),
  call('POST /me/factors/passkey/options', 'access token', [401, 200, 200, 200], () => ({
    path: '/me/factors/passkey/options',
  })),
  call('POST /me/factors/passkey', 'access token', [401, 403, 403, 403], ({ origin }) => ({
    path: '/me/factors/passkey',
    body: { name: 'Blue key', passkey: new SoftwarePasskey(origin).create({ challenge: 'none of ours' }) },
  })),
  call('POST /me/factors/recovery-codes', 'access token', [401, 409, 409, 409], () => ({
    path: '/me/factors/recovery-codes',
  })),
  call('DELETE /me/factors/{id}', 'access token', [401, 404, 404, 404], () => ({
    path: `/me/factors/${randomUUID()}`,
  })),
  call('POST /identity/recover', 'none', anyone(202), ({ shopper }) => ({
    path: '/identity/recover',
    body: { email: shopper.email },
  })),
  call('POST /identity/reset-password', 'none', anyone(409), () => ({
    path: '/identity/reset-password',
    body: { link: 'none of ours', password },
  })),
  call('POST /identity/link', 'none', anyone(409), () => ({ path: '/identity/link', body: { link: 'none of ours' } })),
  call('POST /identity/password', 'access token', [401, 403, 403, 403], () => ({
    path: '/identity/password',
    body: { password: 'not that one', newPassword: password },
  })),
  call('POST /identity/prove-email', 'access token', [401, 202, 202, 202], () => ({ path: '/identity/prove-email' })),
  call('POST /identity/email', 'access token', [401, 202, 202, 202], () => ({
    path: '/identity/email',
    body: { email: `new-${randomUUID()}@inventory.example` },
  })),
  call('GET /me/account', 'access token', [401, 200, 200, 200], () => ({ path: '/me/account' })),

  call('GET /identity/google', 'none', anyone(302), () => ({ path: '/identity/google?returnTo=/home' })),
  call('GET /identity/google/callback', 'none', anyone(302), () => ({ path: '/identity/google/callback?code=1' })),
  call('GET /me/logins', 'access token', [401, 200, 200, 200], () => ({ path: '/me/logins' })),
  // The demo's issuer is linked to nobody.
  call('POST /me/logins', 'access token', [401, 409, 409, 409], () => ({
    path: '/me/logins',
    body: { returnTo: '/dashboard' },
  })),
  call('DELETE /me/logins/{id}', 'access token', [401, 204, 204, 204], () => ({ path: '/me/logins/none' })),
  call('GET /me/export', 'access token', [401, 200, 200, 200], () => ({ path: '/me/export' })),
  call('GET /me/mails', 'access token', [401, 200, 200, 200], () => ({ path: '/me/mails' })),
  // With a password that is not theirs: they are needed for the other calls.
  call('DELETE /me', 'access token', [401, 403, 403, 403], () => ({ path: '/me', body: { password: 'not that one' } })),
];
