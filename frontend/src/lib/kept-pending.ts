/** A wish whose outcome is not known: it was sent, and no answer has said yes or no. */
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

/** What one person has wished for is not kept for the next: only that of `of` stays. */
export function forgetIntents(of?: string): void {
  keptPending.write(keptPending.read().filter(({ who }) => who === of));
}
