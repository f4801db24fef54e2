import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DataTable } from './data-table.tsx';
import classes from './wide-table.module.css';

type Props = Omit<ComponentProps<typeof DataTable>, 'slips'> & {
  /** What an address ends with that leads to it: its next page begins here. */
  id?: string;
  /** A class that lays out its rows in another way than column beside column, where they are no slips. */
  layout?: string;
};

/** A table that may be wider than its place: it scrolls by itself, also with the keyboard; on phones it is slips. */
export function WideTable({ id, label, layout = classes.columns, ...table }: Props) {
  return (
    <Box component="section" id={id} aria-label={label} tabIndex={0} className={`${classes.scroller} ${layout}`}>
      <DataTable {...table} label={label} slips />
    </Box>
  );
}
