import { Button, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { isPosition, longestPosition } from '../../../../modules/kernel/wire/log-position.ts';
import { useFocusInNextForm } from '../../lib/focus/use-focus-in-next-form.ts';
import { isUntouched, localOf, timeOf } from './history-wanted.ts';
import classes from './moment-form.module.css';

type Props = { at: string | undefined; go: (at?: string) => void };

/** To any moment, or to any position in the log. */
export function MomentForm({ at = '', go }: Props) {
  const focus = useFocusInNextForm();
  const moment = isPosition(at) ? '' : localOf(at);
  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [time, position] = [String(form.get('moment') ?? ''), String(form.get('position') ?? '').trim()];
    // Whichever of the two was changed is where to go; an empty form leads to now.
    if (position !== '' && position !== at) return go(position);
    if (!isUntouched(time, isPosition(at) ? undefined : at)) return go(timeOf(time, { isEnd: true }) || undefined);
    if (position === '' && time === '') go();
  };
  return (
    <form ref={focus.ref} key={at} onSubmit={look} className={classes.form} aria-label="Go to a moment" noValidate>
      <TextInput name="moment" label="As of the moment" type="datetime-local" step={1} defaultValue={moment} />
      <TextInput
        name="position"
        label="or of the position"
        inputMode="numeric"
        maxLength={longestPosition}
        defaultValue={isPosition(at) ? at : ''}
      />
      <Button type="submit" variant="default">
        Go there
      </Button>
    </form>
  );
}
