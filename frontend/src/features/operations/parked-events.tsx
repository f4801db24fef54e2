import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Status } from '../../../../modules/operations/contract.ts';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { ParkedEntry } from './parked-entry.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import classes from './status.module.css';
import { parkedQuery } from './status-query.ts';
import { useRetryParked } from './use-parked-decision.ts';

type Props = {
  /** How many there are, as the status says it. */
  known: Status['parked'];
};

/** What the shop could not deal with: somebody decides whether it is tried again or passed over. */
export function ParkedEvents({ known }: Props) {
  const asked = useQuery(parkedQuery(useSession()?.email ?? ''));
  const heading = useRef<HTMLHeadingElement>(null);
  // What was decided about may be gone from the list, and with it the button that was pressed.
  const back = () => heading.current?.focus();
  const retry = useRetryParked(back);
  const [skipped, setSkipped] = useState<string>();
  const parked = isRefused(asked.error) ? undefined : asked.data;
  return (
    <section aria-label="Parked events" className={classes.part}>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        Parked events
      </h2>
      {asked.isPending && <LoadingRows label="Loading the parked events" {...roomFor(known)} />}
      <Failed
        title="The parked events could not be fetched"
        error={isRefused(asked.error) ? null : nothingFetched(asked)}
        retry={() => void asked.refetch()}
      />
      {parked?.length === 0 && <p>Nothing is parked.</p>}
      {parked && parked.length > 0 && (
        <ul className={classes.parked}>
          {parked.map((event) => (
            <li key={event.eventId}>
              <ParkedEntry
                event={event}
                isBusy={retry.isPending && retry.variables === event.eventId}
                retry={() => retry.mutate(event.eventId)}
                skip={() => setSkipped(event.eventId)}
              />
            </li>
          ))}
        </ul>
      )}
      <SkipDialog
        event={parked?.find(({ eventId }) => eventId === skipped)}
        close={() => setSkipped(undefined)}
        onSkip={back}
      />
    </section>
  );
}

/** As high as they are, or the words that there are none: what is below them stays where it is. */
function roomFor({ parked, waiting, retry }: Status['parked']): { rows: number; height: number } {
  const count = parked + waiting + retry;
  return count === 0 ? { rows: 1, height: 24 } : { rows: Math.min(count, 20), height: 228 };
}
