import { Table } from '@mantine/core';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { StateMessage } from '../../components/state-message.tsx';
import { WideTable } from '../../components/wide-table.tsx';

type Props = { bookings: Booking[]; from: number };

/** `from` is the number of the first row: a page of a longer list goes on counting. */
export function OrdersTable({ bookings, from }: Props) {
  if (bookings.length === 0) return <StateMessage title="No orders yet" picture="/pictures/empty-orders.svg" />;
  return (
    <WideTable label="Orders">
      <Table.Caption>{bookings.length === 1 ? '1 order' : `${bookings.length} orders`} shown</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>No.</Table.Th>
          <Table.Th>Buyer Name</Table.Th>
          <Table.Th>Tool Name</Table.Th>
          <Table.Th>Email</Table.Th>
          <Table.Th>Location</Table.Th>
          <Table.Th>Phone</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bookings.map(({ _id, buyerName, toolName, personEmail, location, phone }, place) => (
          <Table.Tr key={_id}>
            <Table.Td>{from + place}</Table.Td>
            <Table.Td fw={600}>{buyerName}</Table.Td>
            <Table.Td>{toolName}</Table.Td>
            <Table.Td>{personEmail}</Table.Td>
            <Table.Td>{location}</Table.Td>
            <Table.Td>{phone}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
