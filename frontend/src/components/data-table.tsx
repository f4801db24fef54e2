import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Row = { key: string; cells: readonly ReactNode[] };

type Props = {
  columns: readonly string[];
  rows: readonly Row[];
  caption?: string;
  /** For tables with more columns than a phone has room for: there, each row becomes a slip with named lines. */
  slips?: boolean;
};

export function DataTable({ columns, rows, caption, slips = false }: Props) {
  return (
    <table className={classes.table} data-slips={slips}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map((column, place) => (
              <td key={column} data-column={column}>
                {cells[place]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
