import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DataTable } from './data-table.tsx';
import classes from './wide-table.module.css';

type Props = Omit<ComponentProps<typeof DataTable>, 'slips'> & {
  /** What an address ends with that leads to it: its next page begins here. */
  id?: string;
  /** For many columns: they stand closer together, before one has to scroll. */
  dense?: boolean;
};

/** A table that may be wider than its place: it scrolls by itself, also with the keyboard; on phones it is slips. */
export function WideTable({ id, label, dense = false, ...table }: Props) {
  return (
    <Box component="section" id={id} aria-label={label} tabIndex={0} className={classes.scroller} data-dense={dense}>
      <DataTable {...table} label={label} slips />
    </Box>
  );
}
