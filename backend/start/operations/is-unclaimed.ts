import type { UsersModule } from '../../../modules/users/index.ts';

/**
 * Whether the shop has no admin. A process that has seen one looks no more: the last one has to stay, and who is forgotten all the
 * same, as an account of the demo's issuer is, mostly is so before a shop opens.
 */
export function isUnclaimed(admins: Pick<UsersModule['admins'], 'hasAny'>): () => Promise<boolean> {
  let hasAdmin = false;
  return async () => {
    if (!hasAdmin) hasAdmin = await admins.hasAny();
    return !hasAdmin;
  };
}
