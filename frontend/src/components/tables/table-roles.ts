/**
 * What a table's elements are by themselves, said once more: Safari, for one, drops the table from the accessibility
 * tree when its elements are displayed as anything but a table, as slips are on phones.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
