import { parkEvent } from '../stores/park-event.ts';
import { call, type EveryCall } from './asked.ts';

/** How the shop is, and what operators do about it. */
export const operationCalls: readonly EveryCall[] = [
  call('GET /operations/status', 'access token', [401, 403, 403, 200], () => ({ path: '/operations/status' })),
  call('GET /operations/first-steps', 'access token', [401, 403, 403, 200], () => ({
    path: '/operations/first-steps',
  })),
  call('POST /operations/test-mail', 'access token', [401, 403, 403, 200], () => ({ path: '/operations/test-mail' })),
  // Nobody knows the code, and the shop has an admin.
  call('POST /setup', 'access token', [401, 403, 403, 403], () => ({ path: '/setup', body: { code: 'none of ours' } })),
  call('GET /operations/parked', 'access token', [401, 403, 403, 200], async (shop) => {
    await parkEvent(shop);
    return { path: '/operations/parked' };
  }),
  call('POST /operations/parked/{event}/retry', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/operations/parked/${await parkEvent(shop)}/retry`,
  })),
  call('POST /operations/parked/{event}/skip', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/operations/parked/${await parkEvent(shop)}/skip`,
    body: { reason: 'Typed wrong' },
  })),
];
