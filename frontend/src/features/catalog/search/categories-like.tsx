import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import classes from '../filters/filter-chips.module.css';
import { suggestionsQuery } from './suggestions-query.ts';

/** Categories that are called what was searched for, since a search looks at names and descriptions alone. Nothing where none is. */
export function CategoriesLike({ search }: { search: string }) {
  const { data = [], isPlaceholderData } = useQuery(suggestionsQuery(search));
  const found = isPlaceholderData ? [] : data.filter((one) => one.kind === 'category');
  if (found.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {found.map(({ text, count }) => (
        <li key={text}>
          <Button
            component={Link}
            to={`${pages.front}?${new URLSearchParams({ category: text })}#tools`}
            className={classes.chip}
          >
            <span>
              There is a category “<bdi dir="auto">{text}</bdi>”: {count} {count === 1 ? 'tool' : 'tools'}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
