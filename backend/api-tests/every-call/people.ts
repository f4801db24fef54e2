import { randomUUID } from 'node:crypto';
import { demoPassword, demoShopper } from '../../start/demo/seed.ts';
import { signUp } from '../../testing/api-client.ts';
import { profile } from './arranged.ts';
import { call, type EveryCall } from './asked.ts';

/** People, as themselves and as admins look after them. */
export const peopleCalls: readonly EveryCall[] = [
  call('PUT /user/{email}', 'ID token', [401, 200, 403, 403], ({ shopper }) => ({
    path: `/user/${shopper.email}`,
    body: { email: shopper.email },
  })),
  call('GET /user', 'access token', [401, 403, 403, 200], () => ({ path: '/user' })),
  call('GET /user/{email}', 'access token', [401, 200, 403, 200], ({ shopper }) => ({
    path: `/user/${shopper.email}`,
  })),
  call('PUT /user/admin/{email}', 'access token', [401, 403, 403, 200], () => ({
    path: `/user/admin/${demoShopper.email}`,
  })),
  call('DELETE /user/admin/{email}', 'access token', [401, 403, 403, 200], () => ({
    path: `/user/admin/${demoShopper.email}`,
  })),
  call('GET /admin/{email}', 'access token', [401, 200, 403, 200], ({ shopper }) => ({
    path: `/admin/${shopper.email}`,
  })),
  call('POST /updateuser', 'access token', [401, 200, 403, 403], ({ shopper }) => ({
    path: '/updateuser',
    body: { ...profile, name: 'Test Shopper', email: shopper.email, education: `Carpentry ${randomUUID()}` },
  })),

  call('GET /people/{email}', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/people/${shopper.email}`,
  })),
  call('POST /people/{email}/export', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/people/${shopper.email}/export`,
  })),
  call('DELETE /people/{email}', 'access token', [401, 403, 403, 204], async ({ origin }) => ({
    path: `/people/${(await signUp(origin)).email}`,
    body: { password: demoPassword },
  })),

  call('GET /me/address', 'access token', [401, 200, 200, 200], () => ({ path: '/me/address' })),
  call('PUT /me/address', 'access token', [401, 200, 200, 200], () => ({
    path: '/me/address',
    body: { street: `${randomUUID()} Street`, postcode: '1216', city: 'Dhaka', country: 'BD', phone: '+880 1' },
  })),
  call('DELETE /me/address', 'access token', [401, 200, 200, 200], async ({ shopper }) => {
    await shopper.put('/me/address', { street: '1 Street', city: 'Dhaka', country: 'BD', phone: '+880 1' });
    return { path: '/me/address' };
  }),
];
