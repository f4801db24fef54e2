import type { SignedInUser } from '../../../../modules/identity/contract.ts';

/** A wish whose outcome is not known: it was sent, and no answer has said yes or no. `who`: the uid, '' where nobody was signed in. */
export type Pending = { name: string; who: string; wish: string; key: string; at: number };

export type PendingPlace = { read: () => Pending[]; write: (pending: Pending[]) => void };

const storageKey = 'pendingChanges';

/** Where there is no storage (it is full, or forbidden) they live as long as the page. */
let unstored: Pending[] = [];

/** Of this tab. Apart from what is done with them, since every page knows how to forget them. */
export const keptPending: PendingPlace = {
  read() {
    try {
      const stored: Pending[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
      return [...unstored, ...stored];
    } catch {
      return unstored;
    }
  },
  write(pending) {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(pending));
      unstored = [];
    } catch {
      unstored = pending;
    }
  },
};

/** Whether it is theirs. Until 2026-11-30 `who` was the email: a tab may have such a wish for an hour after an upgrade. */
export const isOf = (user: SignedInUser | undefined, { who }: Pending): boolean =>
  user ? who === user.uid || who === user.email : who === '';

/** What one person has wished for is not kept for the next: only what is of `user` stays. */
export function forgetIntents(user?: SignedInUser): void {
  keptPending.write(user ? keptPending.read().filter((one) => isOf(user, one)) : []);
}
