import { randomUUID } from 'node:crypto';
import { addTool, changedTool, newTool } from '../../testing/api-client.ts';
import { anyone, call, type EveryCall } from './asked.ts';

/** Tools, as visitors and as admins see them. */
export const shelfCalls: readonly EveryCall[] = [
  call('GET /tool', 'none', anyone(200), () => ({ path: '/tool' })),
  call('GET /tool/{id}', 'none', anyone(200), async ({ admin }) => ({ path: `/tool/${await addTool(admin)}` })),
  call('GET /tool/facets', 'none', anyone(200), () => ({ path: '/tool/facets' })),
  call('GET /tool/suggestions', 'none', anyone(200), () => ({ path: '/tool/suggestions?q=ham' })),
  call('GET /tool/{id}/related', 'none', anyone(200), async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}/related`,
  })),
  call('GET /products', 'access token', [401, 403, 403, 200], () => ({ path: '/products' })),
  call('POST /tool', 'access token', [401, 403, 403, 201], () => ({ path: '/tool', body: newTool() })),
  call('PUT /tool/{id}', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}`,
    body: changedTool(0, { name: `Hammer ${randomUUID()}` }),
  })),
  call('POST /tool/{id}/stock', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}/stock`,
    body: { change: 5, reason: 'Delivered' },
  })),
  call('DELETE /tool/{id}', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}`,
  })),
  call('POST /tool/{id}/return', 'access token', [401, 403, 403, 200], async ({ admin }) => {
    const path = `/tool/${await addTool(admin)}`;
    await admin.delete(path);
    return { path: `${path}/return` };
  }),
];
