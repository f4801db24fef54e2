import { randomUUID } from 'node:crypto';
import { password } from '../../testing/api-client.ts';
import { waitingSignIn } from '../people/waiting-sign-in.ts';
import { session } from './arranged.ts';
import { anyone, call, type EveryCall } from './asked.ts';

/** How one gets in, and proves again who one is. */
export const signingInCalls: readonly EveryCall[] = [
  call('POST /identity/sign-up', 'none', anyone(201), () => ({
    path: '/identity/sign-up',
    body: { name: 'New Shopper', email: `new-${randomUUID()}@inventory.example`, password },
  })),
  call('POST /identity/sign-in', 'none', anyone(200), ({ shopper }) => ({
    path: '/identity/sign-in',
    body: { email: shopper.email, password },
  })),
  call('POST /identity/refresh', 'none', anyone(200), async (shop) => ({
    path: '/identity/refresh',
    headers: await session(shop),
  })),
  call('POST /identity/sign-out', 'none', anyone(204), async (shop) => ({
    path: '/identity/sign-out',
    headers: await session(shop),
  })),
  call('POST /identity/second-factor/options', 'none', anyone(200), async (shop) => ({
    path: '/identity/second-factor/options',
    headers: { cookie: (await waitingSignIn(shop.origin)).cookie },
  })),
  call('POST /identity/second-factor', 'none', anyone(200), async (shop) => {
    const { cookie, code } = await waitingSignIn(shop.origin);
    return { path: '/identity/second-factor', body: { code }, headers: { cookie } };
  }),
  call('POST /identity/confirm/options', 'access token', [401, 200, 200, 200], () => ({
    path: '/identity/confirm/options',
  })),
  // The password of everybody who signs up here, which the demo's admin did not.
  call('POST /identity/confirm', 'access token', [401, 204, 204, 403], () => ({
    path: '/identity/confirm',
    body: { password },
  })),
  call('GET /.well-known/jwks.json', 'none', anyone(200), () => ({ path: '/.well-known/jwks.json' })),
];
