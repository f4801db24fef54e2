import type { ApiClient } from '../../testing/api-client.ts';

/** All that an admin can see of a shop. */
export async function allThatShows(admin: ApiClient): Promise<unknown[]> {
  const replies = await Promise.all(['/tool', '/reviews', '/booking', '/user'].map((path) => admin.get(path)));
  return replies.map(({ body }) => body);
}
