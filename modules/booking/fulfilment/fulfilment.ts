import type { DomainEvent } from '../../kernel/event.ts';
import { erased } from '../../kernel/values/erased.ts';
import type { BookingDelivered, BookingPacked, BookingShipped } from '../events.ts';

/** With whom a parcel goes, and under which number. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string };

export const isSameParcel = (one: Parcel, other: Parcel) =>
  one.carrier === other.carrier && one.trackingNumber === other.trackingNumber;

/** How far an order is on its way to whoever ordered it. What was shipped has its parcel by construction; nothing else does. */
export type Fulfilment =
  | { readonly stage: 'none' | 'packed' }
  | { readonly stage: 'shipped' | 'delivered'; readonly parcel: Parcel };

export const notBegun: Fulfilment = { stage: 'none' };

type FulfilmentEvent = BookingPacked | BookingShipped | BookingDelivered;

export function isFulfilmentEvent(event: DomainEvent): event is FulfilmentEvent {
  return ['BookingPacked', 'BookingShipped', 'BookingDelivered'].includes(event.type);
}

/** How far it is after this event: it only ever goes forward. */
export function withStep(before: Fulfilment, event: FulfilmentEvent): Fulfilment {
  switch (event.type) {
    case 'BookingPacked':
      return before.stage === 'none' ? { stage: 'packed' } : before;
    case 'BookingShipped': {
      const { carrier, trackingNumber } = event.data;
      return before.stage === 'delivered' ? before : { stage: 'shipped', parcel: { carrier, trackingNumber } };
    }
    case 'BookingDelivered':
      return before.stage === 'shipped' ? { ...before, stage: 'delivered' } : before;
  }
}

/** The same for somebody who was forgotten, with whom the parcel's number goes: by it carriers tell who has got it. */
export function withoutParcel(fulfilment: Fulfilment): Fulfilment {
  return 'parcel' in fulfilment ? { ...fulfilment, parcel: { carrier: erased, trackingNumber: erased } } : fulfilment;
}

/** Whether it has left the house. */
export const hasLeft = ({ stage }: Pick<Fulfilment, 'stage'>) => stage === 'shipped' || stage === 'delivered';
