import type { ParkedEvent } from '../../../../modules/operations/contract.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { momentShown } from './shown-amounts.ts';
import classes from './status.module.css';

type Props = { event: ParkedEvent; isBusy: boolean; retry: () => void; skip: () => void };

const becomes = {
  parked: 'waits for a decision',
  waiting: 'waits for something that is away, and is tried again by itself',
  retry: 'is being tried again',
} as const;

/** One event, with all who could not do with it. */
export function ParkedEntry({ event: { type, stream, position, eventId, readers }, isBusy, retry, skip }: Props) {
  // What no shop has written is the same however often it is looked at.
  const canRetry = readers.some(({ reader }) => reader !== 'log');
  return (
    <article className={classes.entry} aria-label={`${type} at ${position}`}>
      <header>
        <h3>{type}</h3>
        <p className={classes.place}>
          {stream}, position {position}
          <br />
          {eventId}
        </p>
      </header>
      <ul>
        {readers.map(({ reader, state, stops, since, error, document }) => (
          <li key={reader}>
            <strong>{reader}</strong> {becomes[state]}, since <time dateTime={since}>{momentShown(since)}</time>
            {stops && '; it stands still for it'}
            {document !== null && `; ${document} stays as it was`}
            <p className={classes.error}>{error}</p>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {canRetry && (
          <BusyButton size="sm" isBusy={isBusy} onClick={retry} aria-label={`Try ${type} at ${position} again`}>
            Try again
          </BusyButton>
        )}
        <DangerButton size="sm" onClick={skip} aria-label={`Skip ${type} at ${position}`}>
          Skip
        </DangerButton>
      </div>
    </article>
  );
}
