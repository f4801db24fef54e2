import type { ReactNode } from 'react';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { Count } from '../../components/count.tsx';
import { WideTable } from '../../components/wide-table.tsx';

const columns = ['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone'];

type Props = {
  /** Undefined while they are on the way. */
  bookings: Booking[] | undefined;
  /** The number of the first row: a page of a longer list goes on counting. */
  from?: number;
  /** Of the whole list; that of `bookings` when left out. */
  total?: number | undefined;
  /** What admins see of each order's money, in a column of its own. */
  paymentOf?: (booking: Booking) => ReactNode;
};

export function OrdersTable({ bookings, from = 1, total = bookings?.length, paymentOf }: Props) {
  const rows = bookings?.map((booking, place) => ({
    key: booking._id,
    cells: [
      from + place,
      <strong key="buyer" dir="auto">
        {booking.buyerName}
      </strong>,
      ...[booking.toolName, booking.personEmail, booking.location, booking.phone].map((words) => (
        <bdi key={words} dir="auto">
          {words}
        </bdi>
      )),
      paymentOf?.(booking),
    ],
  }));
  return (
    <>
      <Count value={total} one="order" many="orders" />
      {rows && rows.length > 0 && (
        <WideTable label="Orders" columns={paymentOf ? [...columns, 'Payment'] : columns} rows={rows} />
      )}
    </>
  );
}
