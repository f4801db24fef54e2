import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { longestEmail, longestSearch } from '../../../../../modules/kernel/wire/longest.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFocusInNextForm } from '../../../lib/focus/use-focus-in-next-form.ts';
import { beginningOf, endOf, localDay } from '../../../lib/formatting/local-day.ts';
import { useSettled } from '../../../lib/forms/use-settled.ts';
import { toolNameQuery } from '../../../lib/queries/tool-name-query.ts';
import classes from './orders-filters.module.css';
import { type OrdersWanted, searchFor, type WantedName } from './orders-wanted.ts';
import { toolChoiceQuery } from './tool-choice-query.ts';

type Props = { email: string; wanted: OrdersWanted; want: (change: OrdersWanted) => void; error: Error | null };

/** What the shop refuses, in its own words: to try that again would not help. */
function whyNot(reason: unknown): string {
  const isRefused = reason instanceof ApiError && reason.status >= 400 && reason.status < 500;
  return isRefused ? reason.message : 'Names could not be looked up. Try again.';
}

/** Days, a tool and a person, looked for together once they are said. */
export function OrdersWhenAndWhose({ email, wanted, want, error }: Props) {
  const { since, until, toolId = '', personEmail } = wanted;
  const name = useQuery(toolNameQuery(toolId));
  const known = toolId && (name.data ?? (name.isError ? toolId : ''));
  // Another address is another form: what was typed and not looked for is not what is shown.
  const key = `${searchFor({ ...wanted, q: '', status: '', fulfilment: '' })} ${known}`;
  const focus = useFocusInNextForm();
  return <Fields key={key} {...{ email, want, error, since, until, toolId, toolName: known, personEmail, focus }} />;
}

type FieldsProps = Pick<Props, 'email' | 'want' | 'error'> & {
  since: string | undefined;
  until: string | undefined;
  toolId: string;
  toolName: string;
  personEmail: string | undefined;
  focus: ReturnType<typeof useFocusInNextForm>;
};

function Fields({ email, want, error, since, until, toolId, toolName, personEmail, focus }: FieldsProps) {
  const [typed, setTyped] = useState(toolName);
  const [wrong, setWrong] = useState<string>();
  /** How often it was typed or looked: a look that is overtaken comes to nothing. */
  const steps = useRef(0);
  const [isLooking, setLooking] = useState(false);
  const goOn = () => {
    steps.current += 1;
    setLooking(false);
  };
  const looked = useSettled(typed);
  const choice = useQuery(toolChoiceQuery(email, looked === toolName ? '' : looked));
  const queryClient = useQueryClient();
  const said = (name: WantedName) =>
    error instanceof ApiError ? error.errors.find(({ path }) => path === name)?.message : undefined;

  /** Undefined for what is called like none of them. */
  async function toolMeant(name: string): Promise<string | undefined> {
    if (name === '' || name === toolName) return name && toolId;
    // Of what is typed by now: whoever presses Enter at once waits for no pause.
    const offered = await queryClient.fetchQuery({ ...toolChoiceQuery(email, name), staleTime: 0 });
    const named = offered.filter((tool) => tool.name.toLowerCase() === name.toLowerCase());
    return (named.find(({ retired }) => !retired) ?? named[0] ?? (offered.length === 1 ? offered[0] : undefined))?._id;
  }
  async function look(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const place = event.currentTarget;
    const step = ++steps.current;
    focus.keep(place);
    setLooking(true);
    const form = new FormData(place);
    const text = (field: string) => String(form.get(field) ?? '').trim();
    const [meant, refused] = await toolMeant(text('tool')).then(
      (id) => [id, id === undefined ? 'Choose one of the tools' : undefined],
      (reason: unknown) => [undefined, whyNot(reason)],
    );
    // Whoever has gone on meanwhile is not called back.
    if (steps.current !== step || !place.isConnected) return;
    setLooking(false);
    setWrong(refused);
    if (meant === undefined) return;
    want({
      // What was not touched stays as it is, to the microsecond.
      since: text('since') === localDay(since) ? (since ?? '') : beginningOf(text('since')),
      until: text('until') === localDay(until) ? (until ?? '') : endOf(text('until')),
      toolId: meant,
      personEmail: text('personEmail').toLowerCase(),
    });
  }
  return (
    <form
      ref={focus.ref}
      className={classes.more}
      onSubmit={look}
      onChange={goOn}
      noValidate
      aria-label="When, what and whose"
    >
      <TextInput label="Placed from" type="date" name="since" defaultValue={localDay(since)} error={said('since')} />
      <TextInput label="Placed to" type="date" name="until" defaultValue={localDay(until)} error={said('until')} />
      <TextInput
        label="Tool"
        name="tool"
        autoComplete="off"
        list="orders-tools"
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={wrong ?? said('toolId')}
      />
      <datalist id="orders-tools">
        {[...new Set((choice.data ?? []).map((tool) => tool.name))].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextInput
        label="Person"
        name="personEmail"
        type="email"
        placeholder="Their email"
        autoComplete="off"
        maxLength={longestEmail}
        defaultValue={personEmail ?? ''}
        error={said('personEmail')}
      />
      <BusyButton type="submit" variant="default" className={classes.look} isBusy={isLooking}>
        Look
      </BusyButton>
    </form>
  );
}
