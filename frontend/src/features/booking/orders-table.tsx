import type { Booking } from '../../../../modules/booking/contract.ts';
import { WideTable } from '../../components/wide-table.tsx';

const columns = ['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone'];

type Props = { bookings: Booking[]; from: number; total: number };

/** `from` is the number of the first row: a page of a longer list goes on counting. `total` is of the whole list. */
export function OrdersTable({ bookings, from, total }: Props) {
  const rows = bookings.map(({ _id, buyerName, toolName, personEmail, location, phone }, place) => ({
    key: _id,
    cells: [from + place, <strong key="buyer">{buyerName}</strong>, toolName, personEmail, location, phone],
  }));
  const count = new Intl.NumberFormat('en').format(total);
  return (
    <WideTable label="Orders" columns={columns} rows={rows} caption={total === 1 ? '1 order' : `${count} orders`} />
  );
}
