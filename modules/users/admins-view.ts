import { entityView } from '../kernel/history.ts';
import { type Admins, admins } from './admins.ts';
import type { AdminEvent } from './events.ts';

/** The list of admins as it is shown: of each who was ever on it, whether they are. */
export const adminsView = entityView<Admins>({
  name: admins.name,
  initial: admins.initial,
  // Its stream holds its own events only, and what a newer release wrote leaves it as it is.
  evolve: (state, event) => admins.evolve(state, event as unknown as AdminEvent),
  shown(known) {
    if (known.size === 0) return undefined;
    const standing = [...known].map(([uid, { isListed }]) => [uid, isListed ? 'listed' : 'struck off']);
    return { admins: Object.fromEntries(standing) };
  },
});
