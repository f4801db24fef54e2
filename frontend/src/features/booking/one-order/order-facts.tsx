import type { Booking } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { emailFact, type Fact, FactList, momentFact, wordsFact } from '../../../components/details/fact-list.tsx';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { isAllBack } from '../refunds/pieces-out.ts';
import { whyNotRefunded } from '../refunds/why-not-refunded.ts';

const ways = { none: 'Not packed', packed: 'Packed', shipped: 'Shipped', delivered: 'Delivered' } as const;
const money = { unpaid: 'Unpaid', paid: 'Paid', refunded: 'Refunded' } as const;

/** What an order is, and how it stands. What is not known of it has no line. */
export function OrderFacts({ booking, failed }: { booking: Booking; failed: readonly FailedRefund[] }) {
  const format = usePriceFormat();
  const { quantity, restocked = 0 } = booking;
  const facts: readonly Fact[] = [
    ['Tool', wordsFact(`${inDigits(quantity)} × ${booking.toolName}`)],
    ['Price', format?.(booking.price)],
    ['Status', money[booking.status]],
    ['Refunded', booking.refunded > 0 && format?.(booking.refunded)],
    [
      'Could not be refunded',
      format && failed.map((one) => `${format(one.amount)}: ${whyNotRefunded(one)}`).join('; '),
    ],
    ['Pieces back on the shelf', restocked > 0 && `${inDigits(restocked)} of ${inDigits(quantity)}`],
    ['Refund reason', wordsFact(booking.refundReason)],
    ['Buyer', wordsFact(booking.buyerName)],
    ['Email', emailFact(booking.personEmail)],
    ['Phone', wordsFact(booking.phone)],
    ['Location', wordsFact(booking.location)],
    ['On its way', booking.paid && wayOf(booking)],
    ['Carrier', wordsFact(booking.carrier)],
    ['Tracking number', wordsFact(booking.trackingNumber)],
    ['Placed', momentFact(booking.at)],
    [booking.price === 0 ? 'Free of charge' : 'Paid', momentFact(booking.paidAt)],
    ['Packed', momentFact(booking.packedAt)],
    ['Shipped', momentFact(booking.shippedAt)],
    ['Delivered', momentFact(booking.deliveredAt)],
    ['Last refund', momentFact(booking.refundedAt)],
  ];
  return <FactList facts={facts} />;
}

function wayOf(booking: Booking): string {
  if (isAllBack(booking)) return 'Nothing is left to send';
  return booking.status === 'refunded' && booking.fulfilment === 'none' ? 'Nothing is sent' : ways[booking.fulfilment];
}
