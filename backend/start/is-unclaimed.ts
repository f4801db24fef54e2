import type { UsersModule } from '../../modules/users/index.ts';

/** Whether the shop has no admin yet. Once it has one it never is without again: the last one has to stay. */
export function isUnclaimed(admins: Pick<UsersModule['admins'], 'hasAny'>): () => Promise<boolean> {
  let hasAdmin = false;
  return async () => {
    if (!hasAdmin) hasAdmin = await admins.hasAny();
    return !hasAdmin;
  };
}
