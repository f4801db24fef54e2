import { Button, NativeSelect } from '@mantine/core';
import { longestSearch } from '../../../../../modules/kernel/wire/longest.ts';
import { SearchField } from '../../../components/fields/search-field.tsx';
import type { How } from '../../../lib/navigation/use-address-steps.ts';
import { toolsOrders } from './tools-orders.ts';
import type { ToolsWanted } from './tools-query.ts';
import classes from './tools-toolbar.module.css';

type Props = {
  wanted: ToolsWanted;
  want: (change: Partial<ToolsWanted>, how?: How) => void;
  areFiltersOpen: boolean;
  toggleFilters: () => void;
};

export function ToolsToolbar({ wanted, want, areFiltersOpen, toggleFilters }: Props) {
  const set = wanted.filters ? wanted.filters.split('&').length : 0;
  return (
    <search className={classes.toolbar}>
      <SearchField
        label="Search tools"
        placeholder="Hammer, drill, bolts…"
        maxLength={longestSearch}
        value={wanted.search}
        look={(search) => want({ search }, 'typed')}
        className={classes.search}
      />
      <NativeSelect
        label="Sort by"
        data={toolsOrders}
        value={wanted.sort}
        onChange={(event) => want({ sort: event.currentTarget.value })}
        className={classes.sort}
      />
      <Button
        variant="default"
        size="md"
        className={classes.filters}
        aria-expanded={areFiltersOpen}
        onClick={toggleFilters}
      >
        Filters{set > 0 && ` (${set})`}
      </Button>
    </search>
  );
}
