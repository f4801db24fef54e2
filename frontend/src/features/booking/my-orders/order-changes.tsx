import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { goneOf, type ShownBooking } from '../shown-booking.ts';
import { isTakenBack } from '../taken-back.ts';

/** Reads out what becomes of one's orders elsewhere; whoever sees the page sees it at the order. */
export function OrderChanges({ bookings }: { bookings: readonly ShownBooking[] | undefined }) {
  const before = useRef<readonly ShownBooking[]>([]);
  const [said, setSaid] = useState('');

  useEffect(() => {
    const known = new Map(before.current.map((one) => [one._id, one]));
    before.current = bookings ?? [];
    const changes = bookings?.flatMap((booking) => changeOf(known.get(booking._id), booking) ?? []) ?? [];
    if (changes.length > 0) setSaid(changes.join(' '));
  }, [bookings]);

  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}

function changeOf(before: ShownBooking | undefined, now: ShownBooking): string | undefined {
  if (!before || isTakenBack(now._id)) return undefined;
  const order = `Your order of ${now.toolName}`;
  if (goneOf(now) && !goneOf(before)) {
    return now.gone === 'expired' ? `${order} has lapsed: it was not paid in time.` : `${order} is gone.`;
  }
  if (now.refunded > before.refunded) return `${order} was refunded${now.status === 'paid' ? ' in part' : ''}.`;
  return now.paid && !before.paid ? `${order} is paid.` : undefined;
}
