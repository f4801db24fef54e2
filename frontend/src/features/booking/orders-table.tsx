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
};

export function OrdersTable({ bookings, from = 1, total = bookings?.length }: Props) {
  const rows = bookings?.map(({ _id, buyerName, toolName, personEmail, location, phone }, place) => ({
    key: _id,
    cells: [
      from + place,
      <strong key="buyer" dir="auto">
        {buyerName}
      </strong>,
      ...[toolName, personEmail, location, phone].map((words) => (
        <bdi key={words} dir="auto">
          {words}
        </bdi>
      )),
    ],
  }));
  return (
    <>
      <Count value={total} one="order" many="orders" />
      {rows && rows.length > 0 && <WideTable label="Orders" columns={columns} rows={rows} />}
    </>
  );
}
