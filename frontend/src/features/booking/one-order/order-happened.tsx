import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { happenedQuery, useHappenedLive } from './order-happened-query.ts';
import classes from './order-page.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** All that happened to an order, what the provider said of its payments among it. */
export function OrderHappened({ email, booking }: { email: string; booking: Booking }) {
  useHappenedLive(booking._id);
  const happened = useQuery(happenedQuery(email, booking));
  return (
    <SectionPanel title="What happened">
      {happened.isPending && <LoadingRows label="Loading what happened" />}
      <Failed
        title="What happened could not be fetched"
        error={nothingFetched(happened)}
        retry={() => void happened.refetch()}
      />
      {happened.data && (
        <ol className={classes.events} reversed aria-label="What happened">
          {happened.data.entries.map((entry) => (
            <li key={entry.position} data-trouble={isTrouble(entry)}>
              {/* A sentence in English, whatever the name is written in that it begins with. */}
              <bdi dir="ltr">{entry.sentence}</bdi>
              <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
            </li>
          ))}
        </ol>
      )}
    </SectionPanel>
  );
}

const troubles = new Set(['PaymentFailed', 'BookingRefundFailed', 'PaymentUnmatched']);

/** Money that did not come, did not go back, or is claimed by a bank. */
function isTrouble({ type, event }: Pick<HistoryEntry, 'type' | 'event'>): boolean {
  const state = event?.data.state;
  if (type === 'RefundChanged') return state === 'failed';
  if (type === 'DisputeChanged') return state !== 'won';
  return troubles.has(type);
}
