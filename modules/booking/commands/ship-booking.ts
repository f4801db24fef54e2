import { Conflict } from '../../kernel/errors.ts';
import { erased } from '../../kernel/values/erased.ts';
import { type Booking, unchargedOrder } from '../booking.ts';
import type { BookingShipped } from '../events.ts';
import { isSameParcel, type Parcel } from '../fulfilment/fulfilment.ts';
import { stillOwed } from '../fulfilment/still-owed.ts';

export type ShipBooking = {
  type: 'ShipBooking';
  bookingId: string;
  by: string;
  /** The parcel as the admin was shown it: nothing, for what was not shipped. Left out to correct it whatever it is by now. */
  seen?: { carrier?: string; trackingNumber?: string };
} & Parcel;

/** Somebody else has said meanwhile with whom it went, or under which number: that is not put aside unseen. */
export class ShippedOtherwise extends Conflict {
  override name = 'ShippedOtherwise';
  constructor({ carrier, trackingNumber }: Parcel) {
    super(`This order was shipped a moment ago with ${carrier}, ${trackingNumber}. That was left as it is.`);
  }
}

/** It has arrived, so that nothing about its way can change. */
export class DeliveredAlready extends Conflict {
  override name = 'DeliveredAlready';
  constructor() {
    super('This order has been delivered already.');
  }
}

/** Nobody knows any more where it is to go. Of an order that cost nothing there is nothing to refund. */
export class NoAddressLeft extends Conflict {
  override name = 'NoAddressLeft';
  constructor({ isFree }: { isFree: boolean }) {
    super(`The buyer was erased, and the address with them. ${isFree ? 'Delete' : 'Refund'} the order instead.`);
  }
}

/**
 * Hands an order's parcel to a carrier; it need not have been packed before. Said again it is the same, and with another
 * carrier or number it corrects what was said, where that is what its admin was shown.
 */
export function shipBooking(command: ShipBooking, booking: Booking): BookingShipped[] {
  const { bookingId, by, carrier, trackingNumber, seen } = command;
  if ('fulfilment' in booking && 'parcel' in booking.fulfilment) {
    const { stage, parcel } = booking.fulfilment;
    const isTheSame = isSameParcel(parcel, { carrier, trackingNumber });
    // Of somebody who was forgotten nothing is kept that could be corrected.
    if (isTheSame || parcel.trackingNumber === erased) return [];
    if (stage === 'delivered') throw new DeliveredAlready();
    const isSeen = seen?.carrier === parcel.carrier && seen?.trackingNumber === parcel.trackingNumber;
    if (seen && !isSeen) throw new ShippedOtherwise(parcel);
    const { uid, toolId } = booking.order;
    return [{ type: 'BookingShipped', data: { bookingId, uid, toolId, carrier, trackingNumber, by, corrects: true } }];
  }
  const { uid, toolId, personEmail } = stillOwed(booking);
  const isPacked = 'fulfilment' in booking && booking.fulfilment.stage === 'packed';
  // What was packed before has its address on it.
  if (personEmail === erased && !isPacked) throw new NoAddressLeft({ isFree: unchargedOrder(booking) !== undefined });
  return [{ type: 'BookingShipped', data: { bookingId, uid, toolId, carrier, trackingNumber, by } }];
}
