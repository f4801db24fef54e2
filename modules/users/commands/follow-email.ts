import type { UserEmailChanged } from '../events.ts';
import type { User } from '../user.ts';

export type FollowEmail = { type: 'FollowEmail'; uid: string; email: string };

/** Notes that a person's account has another email. Also of whoever never came to the shop: they may hold a proof of the one before. */
export function followEmail({ type: _, ...data }: FollowEmail, user: User): UserEmailChanged[] {
  return user.status === 'erased' || user.email === data.email ? [] : [{ type: 'UserEmailChanged', data }];
}
