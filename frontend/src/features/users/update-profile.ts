import type { UpdateUser } from '../../../../modules/users/contract.ts';
import { change } from '../../lib/api/api.ts';
import { storedAccess } from '../../lib/session/access-token.ts';

/** The session has ended while the form was open: in another tab, or because it could not be renewed. */
export class NoUserLoggedIn extends Error {
  constructor(cause?: unknown) {
    super('No user is logged in', { cause });
    this.name = 'NoUserLoggedIn';
  }
}

/**
 * Saves what somebody tells about themselves.
 * @throws NoUserLoggedIn when there is nobody to save it for; ApiError and NoAnswer as every call does.
 */
export async function updateProfile(body: UpdateUser, key: string): Promise<unknown> {
  if (!storedAccess()) throw new NoUserLoggedIn();
  try {
    return await change('/updateuser', { method: 'POST', body, key });
  } catch (error) {
    throw storedAccess() ? error : new NoUserLoggedIn(error);
  }
}
