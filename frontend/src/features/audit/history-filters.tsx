import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { longestAbout } from '../../../../modules/kernel/longest.ts';
import { ApiError } from '../../lib/api-error.ts';
import classes from './filters.module.css';
import { historyTypesQuery } from './history-queries.ts';
import { type HistoryWanted, localOf, searchFor, timeOf, type WantedName, wantedNames } from './history-wanted.ts';

type Props = {
  email: string;
  wanted: HistoryWanted;
  /** Who did what is listed: uids and names, to choose from. */
  actors: ReadonlyMap<string, string>;
  error: Error | null;
};

/** As wide as the dashboard has its menu beside the page. */
const wide = '(min-width: 62em)';

/** What to look for. It goes to the address bar, from where it is looked for; so Back takes it back. */
export function HistoryFilters({ email, wanted, actors, error }: Props) {
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const types = useQuery(historyTypesQuery(email)).data ?? [];
  const said = (name: WantedName) =>
    error instanceof ApiError ? error.errors.find(({ path }) => path === name)?.message : undefined;

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: WantedName) => String(form.get(name) ?? '').trim();
    const next = {
      entity: typed('entity'),
      actor: typed('actor'),
      type: typed('type'),
      correlation: typed('correlation'),
      // What was not touched stays as it is, to the microsecond.
      since: typed('since') === localOf(wanted.since) ? (wanted.since ?? '') : timeOf(typed('since')),
      until:
        typed('until') === localOf(wanted.until, { isEnd: true })
          ? (wanted.until ?? '')
          : timeOf(typed('until'), { isEnd: true }),
    };
    navigate({ search: searchFor(Object.fromEntries(Object.entries(next).filter(([, value]) => value))) });
  };
  const known = wanted.type && !types.includes(wanted.type) ? [wanted.type, ...types] : types;
  return (
    <details className={classes.filters} open={isWide}>
      <summary>Look for</summary>
      {/* Another address is another form: what was typed and not looked for is not what is shown. */}
      <form key={searchFor(wanted)} onSubmit={look} aria-label="Look for" noValidate>
        <TextInput
          name="entity"
          label="About"
          placeholder="tool:…, booking:…, user:…"
          maxLength={longestAbout}
          defaultValue={wanted.entity ?? ''}
          error={said('entity')}
        />
        <TextInput
          name="actor"
          label="By whom"
          placeholder="A uid, or system"
          list="history-actors"
          maxLength={longestAbout}
          defaultValue={wanted.actor ?? ''}
          error={said('actor')}
        />
        <datalist id="history-actors">
          {[...actors].map(([uid, name]) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </datalist>
        <NativeSelect
          name="type"
          label="Type"
          data={[{ value: '', label: 'Any' }, ...known]}
          key={known.length}
          defaultValue={wanted.type ?? ''}
          error={said('type')}
        />
        <TextInput
          name="since"
          label="Since"
          type="datetime-local"
          step={1}
          defaultValue={localOf(wanted.since)}
          error={said('since')}
        />
        <TextInput
          name="until"
          label="Until"
          type="datetime-local"
          step={1}
          defaultValue={localOf(wanted.until, { isEnd: true })}
          error={said('until')}
        />
        <TextInput
          name="correlation"
          label="Request"
          placeholder="The id of a correlation"
          maxLength={longestAbout}
          defaultValue={wanted.correlation ?? ''}
          error={said('correlation')}
        />
        <div className={classes.act}>
          <Button type="submit">Look</Button>
          {wantedNames.some((name) => wanted[name]) && (
            <Button component={Link} to={{ search: '' }} variant="default">
              Show everything
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}
