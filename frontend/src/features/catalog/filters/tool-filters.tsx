import '../../../components/dialogs/dialog-styles.ts';
import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import type { ToolsWanted } from '../shelves/tools-query.ts';
import { facetsQuery } from './facets-query.ts';
import { FilterFields } from './filter-fields.tsx';
import classes from './tool-filters.module.css';

export type FiltersProps = {
  wanted: ToolsWanted;
  want: (change: Partial<ToolsWanted>) => void;
  isOpen: boolean;
  close: () => void;
};

/** The filters: beside the shelves where there is room, in a drawer over them on phones. */
export function ToolFilters({ wanted, want, isOpen, close }: FiltersProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { data: facets } = useQuery({ ...facetsQuery(wanted.search, wanted.filters), enabled: isOpen });
  // A drawer that is open from its first render on does not know who had the focus: their code may have been fetched for this press.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // What is pressed looks so at once: the address, and with it the shelves, are rendered in slices, and come later.
  const [filters, press] = useOptimistic(wanted.filters);
  const set = (filters: string) =>
    startTransition(() => {
      press(filters);
      want({ filters });
    });
  const panel = useRef<HTMLDivElement>(null);
  // The press that closes the drawer leaves the field: without this, nobody would read that its amount was not taken.
  const closeUnlessRefused = () => {
    const refused = panel.current?.querySelector<HTMLElement>('[data-refused]');
    if (refused) refused.focus();
    else close();
  };
  const fields = <FilterFields filters={filters} facets={facets} set={set} />;
  if (!isPhone) {
    return isOpen ? (
      <section className={classes.panel} aria-label="Filters">
        {fields}
      </section>
    ) : null;
  }
  return (
    <Drawer
      opened={isOpen && isReady}
      onClose={close}
      title="Filters"
      position="right"
      size="20rem"
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
    >
      <div ref={panel}>{fields}</div>
      <div className={classes.done}>
        <Button fullWidth size="md" onClick={closeUnlessRefused}>
          {facets ? `Show ${facets.total} ${facets.total === 1 ? 'tool' : 'tools'}` : 'Show the tools'}
        </Button>
      </div>
    </Drawer>
  );
}
