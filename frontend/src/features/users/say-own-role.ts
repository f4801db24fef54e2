import { toast } from '../../lib/toast.ts';

/** Says what one is by now, in place of what was said of it before: of one change the answer and the notice say the same. */
export function sayOwnRole(isAdmin: boolean): void {
  void toast(isAdmin ? 'You are an admin now' : 'You are no longer an admin', 'success', 'own role');
}
