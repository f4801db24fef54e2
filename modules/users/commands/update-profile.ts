import { NotFound } from '../../kernel/errors.ts';
import type { Profile, ProfileUpdated } from '../events.ts';
import type { User } from '../user.ts';

export type UpdateProfile = { uid: string; email: string } & Profile;

/** Writes down what somebody says about themselves. Saying the same again changes nothing. */
export function updateProfile(said: UpdateProfile, user: User): ProfileUpdated[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return same(user.profile, said) ? [] : [{ type: 'ProfileUpdated', data: said }];
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
