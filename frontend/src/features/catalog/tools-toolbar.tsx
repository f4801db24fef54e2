import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';
import { longestSearch } from '../../../../modules/kernel/longest.ts';
import type { How } from '../../lib/use-address-steps.ts';
import { toolsOrders } from './tools-orders.ts';
import type { ToolsWanted } from './tools-query.ts';
import classes from './tools-toolbar.module.css';

/** Long enough to type a word, short enough to feel immediate. */
const pauseMs = 250;

type Props = {
  wanted: ToolsWanted;
  want: (change: Partial<ToolsWanted>, how?: How) => void;
  areFiltersOpen: boolean;
  toggleFilters: () => void;
};

export function ToolsToolbar({ wanted, want, areFiltersOpen, toggleFilters }: Props) {
  const [typed, setTyped] = useTyped(wanted.search, (search) => want({ search }, 'typed'));
  const set = wanted.filters ? wanted.filters.split('&').length : 0;
  return (
    <search className={classes.toolbar}>
      <TextInput
        type="search"
        maxLength={longestSearch}
        label="Search tools"
        placeholder="Hammer, drill, bolts…"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
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

/** What is being typed, handed on after a pause; follows the address when that changes by other means. */
function useTyped(settled: string, settle: (text: string) => void) {
  const [typed, setTyped] = useState(settled);
  const [followed, setFollowed] = useState(settled);
  if (followed !== settled) {
    setFollowed(settled);
    if (typed.trim() !== settled) setTyped(settled);
  }

  // Who follows a link right after typing is on the way to another page: the word must not call them back.
  const typedAt = useRef('');
  const type = (text: string) => {
    typedAt.current = window.location.pathname;
    setTyped(text);
  };

  // After every render: `settle` is a new function each time, and a pending call must use the latest.
  useEffect(() => {
    if (typed.trim() === settled) return;
    const timer = setTimeout(() => {
      if (typedAt.current === window.location.pathname) settle(typed.trim());
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  return [typed, type] as const;
}
