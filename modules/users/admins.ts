import type { Aggregate } from '../kernel/aggregate.ts';
import type { AdminEvent } from './events.ts';

/** An admin on the list, or struck off it: by which of their promotions, counted from 1. */
export type Listing = { readonly isListed: boolean; readonly promotion: number };

/**
 * Who the admins are, in one stream: that one of them is left can only be decided in one place, when two of them go at
 * the same moment. Whether somebody is an admin is said by their own stream; here they are listed a moment later, and
 * struck off a moment earlier, each time for one promotion. Whoever was struck off for it is never listed for it again,
 * however late another node comes to list them: so all on the list are admins, and the last of them is the last admin.
 */
export type Admins = ReadonlyMap<string, Listing>;

function evolve(admins: Admins, { type, data }: AdminEvent): Admins {
  switch (type) {
    case 'AdminListed':
      return new Map(admins).set(data.uid, { isListed: true, promotion: data.promotion });
    case 'AdminStruckOff':
      return new Map(admins).set(data.uid, { isListed: false, promotion: data.promotion });
    default: // What a newer release wrote and this one does not know.
      return admins;
  }
}

export const admins: Aggregate<Admins, AdminEvent> = { name: 'admins', initial: new Map(), evolve };

/** Of whom the list says nothing. */
export const never: Listing = { isListed: false, promotion: 0 };

/** There is one list. */
export const allAdmins = 'all';
