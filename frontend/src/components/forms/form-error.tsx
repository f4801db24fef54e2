import type { Ref } from 'react';
import { ApiError, NoAnswer } from '../../lib/api/api-error.ts';
import { useReachable } from '../../lib/api/connection.ts';
import classes from './form-error.module.css';

type Props = {
  error: Error | null;
  /** The form's own fields: what is said of them stands under them (see showUnderFields), and not here too. */
  fields?: readonly string[];
  ref?: Ref<HTMLDivElement>;
};

/** In place of a NoAnswer's words once they are not true any more. What was sent may have happened: that stays said. */
const isBack = 'The shop could not be reached. The connection is back: please try again.';

/** What the server says to a form; read out when it appears. The place is there before, or it would not be heard. */
export function FormError({ error, fields = [], ref }: Props) {
  const isReachable = useReachable();
  const isPast = isReachable && error instanceof NoAnswer;
  return (
    <div role="alert" ref={ref} className={classes.place}>
      {(isPast ? [isBack] : messagesOf(error, fields)).map((message) => (
        <p key={message} className={classes.error} data-past={isPast}>
          {message}
        </p>
      ))}
    </div>
  );
}

function messagesOf(error: Error | null, fields: readonly string[]): string[] {
  if (!error) return [];
  const refused = error instanceof ApiError ? error.errors : [];
  if (refused.length === 0) return [error.message];
  const others = refused.filter(({ path }) => !fields.includes(path));
  return others.map(({ path, message }) => (path && others.length > 1 ? `${path}: ${message}` : message));
}
