import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import IconX from '~icons/x';
import { configQuery } from '../../../lib/queries/config-query.ts';
import classes from './filter-chips.module.css';
import { setFilters } from './set-filters.ts';

export type ChipsProps = {
  filters: string;
  set: (filters: string) => void;
  /** For the focus, when the last chip is gone. */
  leave: () => void;
};

/** What narrows the shelves down, each of it a button that takes it away. */
export function FilterChips({ filters, set, leave }: ChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data: config } = useQuery(configQuery);
  if (!config) return null;
  const chips = setFilters(filters, config.currency);

  // A chip goes with the press: the next one takes the focus, or it would be at the top of the page again.
  const remove = (place: number, without: string) => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[place + 1] ?? buttons[place - 1];
    if (chips.length > 1 && next) next.focus();
    else leave();
    set(without);
  };
  return (
    <ul ref={list} className={classes.chips} aria-label="Filters that are set">
      {chips.map(({ label, without }, place) => (
        <li key={label}>
          <Button
            variant="default"
            size="compact-md"
            className={classes.chip}
            rightSection={<IconX size="1rem" aria-hidden />}
            aria-label={`Remove the filter: ${label}`}
            onClick={() => remove(place, without)}
          >
            <bdi dir="auto">{label}</bdi>
          </Button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => {
              leave();
              set('');
            }}
          >
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}
