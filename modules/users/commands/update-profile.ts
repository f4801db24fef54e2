import { NotFound } from '../../kernel/errors.ts';
import type { Profile, ProfileConfirmed, ProfileUpdated } from '../events.ts';
import type { User } from '../user.ts';
import { countedAt } from './bounded-changes.ts';

export type UpdateProfile = { type: 'UpdateProfile'; uid: string; email: string; now: Date } & Profile;

/**
 * Writes down what somebody says about themselves. Saying the same again changes nothing, and is remembered, so it counts as often.
 * @throws TooMany
 */
export function updateProfile(
  { type: _, now, ...said }: UpdateProfile,
  user: User,
): (ProfileUpdated | ProfileConfirmed)[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  const at = countedAt(user, now);
  if (same(user.profile, said)) return [{ type: 'ProfileConfirmed', data: { uid: said.uid, at } }];
  return [{ type: 'ProfileUpdated', data: { ...said, at } }];
}

function same(before: Profile | undefined, now: Profile): boolean {
  return (
    before !== undefined &&
    before.education === now.education &&
    before.location === now.location &&
    before.phone === now.phone &&
    before.social === now.social
  );
}
