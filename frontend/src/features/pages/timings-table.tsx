import { Table } from '@mantine/core';
import { timings } from './timings.ts';

export function TimingsTable() {
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Time</Table.Th>
          <Table.Th>Day</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {timings.map(({ name, time, day }) => (
          <Table.Tr key={name}>
            <Table.Td fw={600}>{name}</Table.Td>
            <Table.Td>{time}</Table.Td>
            <Table.Td>{day}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
