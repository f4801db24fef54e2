import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { facetsQuery } from './facets-query.ts';
import classes from './filter-chips.module.css';
import { setFilters } from './set-filters.ts';

export type LoosenProps = { search: string; filters: string; set: (filters: string) => void };

/** Which of the filters stands in the way: what there would be without each, the most first. Nothing where none helps alone. */
export function LoosenFilters({ search, filters, set }: LoosenProps) {
  const { data: config } = useQuery(configQuery);
  const chips = config ? setFilters(filters, config.currency) : [];
  const found = useQueries({ queries: chips.map(({ without }) => facetsQuery(search, without)) });
  const ways = chips
    .map((chip, place) => ({ ...chip, total: found[place]?.data?.total ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total);
  if (ways.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {ways.map(({ label, without, total }) => (
        <li key={label}>
          <Button onClick={() => set(without)} className={classes.chip}>
            <span>
              Without “<bdi dir="auto">{label}</bdi>”: {total} {total === 1 ? 'tool' : 'tools'}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
