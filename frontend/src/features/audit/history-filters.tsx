import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { longestAbout } from '../../../../modules/kernel/wire/longest.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFocusInNextForm } from '../../lib/focus/use-focus-in-next-form.ts';
import { ChoiceField } from './choice-field.tsx';
import { type Choice, isActor, isEntity, meantBy, peopleQuery, thingsQuery } from './choices-query.ts';
import classes from './filters.module.css';
import { historyTypesQuery } from './history-queries.ts';
import {
  type HistoryWanted,
  isUntouched,
  localOf,
  searchFor,
  timeOf,
  type WantedName,
  wantedNames,
} from './history-wanted.ts';

type Props = {
  email: string;
  wanted: HistoryWanted;
  /** Who did what is listed: uids and names, to choose from. */
  actors: ReadonlyMap<string, string>;
  error: Error | null;
};

/** As wide as the dashboard has its menu beside the page. */
const wide = '(min-width: 62em)';

type Meant = { readonly means: string; readonly refused?: undefined } | { readonly refused: string };

const field = (form: HTMLFormElement, name: WantedName) => form.querySelector<HTMLElement>(`[name=${name}]`);

const oneOf = (means: string | undefined, refused: string): Meant => (means === undefined ? { refused } : { means });

/** What the shop refuses, in its own words: to try that again would not help. */
const unknown = (reason: unknown): Meant => {
  const isRefused = reason instanceof ApiError && reason.status >= 400 && reason.status < 500;
  return { refused: isRefused ? reason.message : 'Names could not be looked up. Try again.' };
};

/** What to look for. It goes to the address bar, from where it is looked for; so Back takes it back. */
export function HistoryFilters({ email, wanted, actors, error }: Props) {
  const navigate = useNavigate();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const types = useQuery(historyTypesQuery(email)).data ?? [];
  const queryClient = useQueryClient();
  const known: Choice[] = [...actors].map(([means, said]) => ({ said, means }));
  const address = searchFor(wanted);
  const [lastRefused, setRefused] = useState<{ at: string } & Partial<Record<WantedName, string>>>({ at: address });
  // Of what was typed at this address: Back leads to a form in which nothing was.
  const refused = lastRefused.at === address ? lastRefused : undefined;
  const said = (name: WantedName) =>
    refused?.[name] ??
    (error instanceof ApiError ? error.errors.find(({ path }) => path === name)?.message : undefined);

  /** What the history calls what was typed, or why that cannot be told. */
  async function entityMeant(typed: string): Promise<Meant> {
    if (typed === '' || isEntity(typed)) return { means: typed };
    return queryClient.fetchQuery(thingsQuery(email, typed)).then((found) => {
      return oneOf(meantBy(typed, found), 'Choose one of the tools, orders or people');
    }, unknown);
  }
  async function actorMeant(typed: string): Promise<Meant> {
    if (typed === '' || typed === wanted.actor || isActor(typed)) return { means: typed };
    return queryClient.fetchQuery(peopleQuery(email, typed)).then((found) => {
      return oneOf(meantBy(typed, found, known), 'Choose one of the people');
    }, unknown);
  }

  const focus = useFocusInNextForm();
  /** How often something was typed or looked for: a look that is overtaken comes to nothing. */
  const steps = useRef(0);
  const [isLooking, setLooking] = useState(false);
  const goOn = () => {
    steps.current += 1;
    setLooking(false);
  };
  const look = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const place = event.currentTarget;
    const step = ++steps.current;
    focus.keep(place);
    setLooking(true);
    const filled = new FormData(place);
    const typed = (name: WantedName) => String(filled.get(name) ?? '').trim();
    const [entity, actor] = await Promise.all([entityMeant(typed('entity')), actorMeant(typed('actor'))]);
    // Whoever has gone on meanwhile is not called back.
    if (steps.current !== step) return;
    setLooking(false);
    if (!place.isConnected) return;
    setRefused({ at: address, entity: entity.refused, actor: actor.refused });
    const wrong = entity.refused === undefined ? actor.refused !== undefined && 'actor' : 'entity';
    if (wrong) field(place, wrong)?.focus();
    if (entity.refused !== undefined || actor.refused !== undefined) return;
    const next = {
      entity: entity.means,
      actor: actor.means,
      type: typed('type'),
      correlation: typed('correlation'),
      // What was not touched stays as it is, to the microsecond.
      since: isUntouched(typed('since'), wanted.since) ? (wanted.since ?? '') : timeOf(typed('since')),
      until: isUntouched(typed('until'), wanted.until, { isEnd: true })
        ? (wanted.until ?? '')
        : timeOf(typed('until'), { isEnd: true }),
    };
    navigate({ search: searchFor(Object.fromEntries(Object.entries(next).filter(([, value]) => value))) });
  };
  const allTypes = wanted.type && !types.includes(wanted.type) ? [wanted.type, ...types] : types;
  return (
    <details className={classes.filters} open={isWide}>
      <summary>Look for</summary>
      {/* Another address is another form: what was typed and not looked for is not what is shown. */}
      <form ref={focus.ref} key={address} onSubmit={look} onChange={goOn} aria-label="Look for" noValidate>
        <ChoiceField
          name="entity"
          label="About"
          placeholder="Tool, person or order number"
          offer={(typed) => thingsQuery(email, typed)}
          defaultValue={wanted.entity ?? ''}
          error={said('entity')}
        />
        <ChoiceField
          name="actor"
          label="By whom"
          placeholder="A name, an email, or system"
          offer={(typed) => peopleQuery(email, typed)}
          known={known}
          defaultValue={wanted.actor ?? ''}
          error={said('actor')}
        />
        <NativeSelect
          name="type"
          label="Type"
          data={[{ value: '', label: 'Any' }, ...allTypes]}
          key={allTypes.length}
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
          <BusyButton type="submit" isBusy={isLooking}>
            Look
          </BusyButton>
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
