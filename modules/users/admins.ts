import type { Aggregate } from '../kernel/aggregate.ts';
import type { AdminEvent } from './events.ts';

/**
 * Who the admins are, in one stream: that one of them is left can only be decided in one place, when two of them go at
 * the same moment. Whether somebody is an admin is said by their own stream; here they are listed a moment later, and
 * struck off a moment earlier.
 */
export type Admins = ReadonlySet<string>;

function evolve(admins: Admins, { type, data }: AdminEvent): Admins {
  switch (type) {
    case 'AdminListed':
      return new Set([...admins, data.uid]);
    case 'AdminStruckOff':
      return new Set([...admins].filter((uid) => uid !== data.uid));
    default: // What a newer release wrote and this one does not know.
      return admins;
  }
}

export const admins: Aggregate<Admins, AdminEvent> = { name: 'admins', initial: new Set(), evolve };

/** There is one list. */
export const allAdmins = 'all';
