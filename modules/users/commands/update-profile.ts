import { NotFound } from '../../kernel/errors.ts';
import type { Profile, ProfileConfirmed, ProfileUpdated } from '../events.ts';
import type { User } from '../user.ts';

export type UpdateProfile = { type: 'UpdateProfile'; uid: string; email: string } & Profile;

/** Writes down what somebody says about themselves. Saying the same again changes nothing, and is remembered. */
export function updateProfile({ type: _, ...said }: UpdateProfile, user: User): (ProfileUpdated | ProfileConfirmed)[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  if (same(user.profile, said)) return [{ type: 'ProfileConfirmed', data: { uid: said.uid } }];
  return [{ type: 'ProfileUpdated', data: said }];
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
