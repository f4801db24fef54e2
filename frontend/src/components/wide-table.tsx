import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

type Props = { label: string; children: ReactNode };

/** A table that may be wider than the window: it scrolls by itself, also with the keyboard. */
export function WideTable({ label, children }: Props) {
  return (
    <Table.ScrollContainer
      minWidth="44rem"
      type="native"
      role="region"
      aria-label={label}
      tabIndex={0}
      className={classes.scroller}
    >
      <Table highlightOnHover captionSide="top">
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}
