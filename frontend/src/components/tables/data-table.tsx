import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Column, isNumber, nameOf } from './column.ts';
import classes from './data-table.module.css';
import { tableRoles } from './table-roles.ts';

export type Row = { key: string; cells: readonly ReactNode[] };

type Props = {
  columns: readonly Column[];
  rows: readonly Row[];
  /** What the table is of, for whoever does not see the heading above it. */
  label: string;
  /** For tables with more columns than a phone has room for: there, each row becomes a slip with named lines. */
  slips?: boolean;
};

/** As narrow as data-table.module.css makes slips of rows. */
const narrow = '(max-width: 48em)';

export function DataTable({ columns, rows, label, slips = false }: Props) {
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const roles = tableRoles;
  return (
    <table {...roles.table} className={classes.table} data-slips={slips} aria-label={label}>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              key={nameOf(column)}
              scope="col"
              {...roles.header}
              data-column={nameOf(column)}
              data-number={isNumber(column)}
            >
              {nameOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map(({ key, cells }) => (
          <tr key={key} {...roles.row}>
            {columns.map((column, place) => (
              <td key={nameOf(column)} {...roles.cell} data-column={nameOf(column)} data-number={isNumber(column)}>
                {/* For the eye: whoever listens hears the column's own heading with each cell. */}
                {slips && isNarrow && (
                  <span className={classes.column} aria-hidden>
                    {nameOf(column)}
                  </span>
                )}
                {cells[place]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
