import type { ReactNode } from 'react';
import { MailAddress } from '../../components/details/mail-address.tsx';
import { AnswerBefore } from '../../components/lists/answer-before.tsx';
import { Count } from '../../components/lists/count.tsx';
import { type Column, ofNumbers } from '../../components/tables/column.ts';
import { WideTable } from '../../components/tables/wide-table.tsx';
import classes from './orders-table.module.css';
import { goneOf, type ShownBooking, wordsOfGone } from './shown-booking.ts';
import stacked from './stacked-orders.module.css';

const columns = [ofNumbers('No.'), 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone'];

/** Of a telephone number with its spaces (E.164 has 15 digits); what is longer is no number alone, and breaks where it must. */
const longestNumber = 20;

type Props = {
  /** Undefined while they are on the way. */
  bookings: readonly ShownBooking[] | undefined;
  /** The number of the first row: a page of a longer list goes on counting. */
  from?: number;
  /** Of the whole list; of those of `bookings` that are not gone when left out. */
  total?: number | undefined;
  /** What `total` is of, where it is not all. */
  ofWhat?: string;
  /** What only admins see of each order, in columns of its own. */
  more?: {
    readonly columns: readonly Column[];
    readonly cellsOf: (booking: ShownBooking) => readonly ReactNode[];
  };
  /** Whether they are those of before, while what is looked for now is on its way. */
  isBefore?: boolean;
  /** Beside how many there are. */
  aside?: ReactNode;
};

export function OrdersTable({
  bookings,
  from = 1,
  total = countOf(bookings),
  ofWhat,
  more,
  isBefore = false,
  aside,
}: Props) {
  const rows = bookings?.map((booking, place) => ({
    key: booking._id,
    cells: [
      from + place,
      // Whichever side a name is read from, it stands where the column begins.
      <strong key="buyer" className={classes.buyer}>
        <bdi dir="auto">{booking.buyerName}</bdi>
      </strong>,
      <ToolCell key="tool" booking={booking} isMarked={!more} />,
      <MailAddress key="email" address={booking.personEmail} />,
      <bdi key="location" dir="auto">
        {booking.location}
      </bdi>,
      <bdi key="phone" dir="auto" className={booking.phone.length <= longestNumber ? classes.number : undefined}>
        {booking.phone}
      </bdi>,
      ...(more?.cellsOf(booking) ?? []),
    ],
  }));
  return (
    <>
      <div className={classes.head}>
        <Count value={isBefore ? undefined : total} one="order" many="orders">
          {ofWhat}
        </Count>
        {aside}
      </div>
      {rows && rows.length > 0 && (
        <AnswerBefore isBefore={isBefore}>
          <WideTable
            label="Orders"
            {...(more && { layout: stacked.stacked })}
            columns={[...columns, ...(more?.columns ?? [])]}
            rows={rows}
          />
        </AnswerBefore>
      )}
    </>
  );
}

const countOf = (bookings: readonly ShownBooking[] | undefined) => bookings?.filter((one) => !goneOf(one)).length;

/** Where no column speaks of how it stands, the tool's says that the order is gone. */
function ToolCell({ booking, isMarked }: { booking: ShownBooking; isMarked: boolean }) {
  const gone = goneOf(booking);
  return (
    <>
      <bdi dir="auto">{booking.toolName}</bdi>
      {isMarked && gone && <span className={classes.gone}>{wordsOfGone[gone]}</span>}
    </>
  );
}
