import { queryOptions, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../modules/audit/contract.ts';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { SectionPanel } from '../../components/section-panel.tsx';
import { getPage, withQuery } from '../../lib/api.ts';
import { nothingFetched } from '../../lib/nothing-fetched.ts';
import classes from './order-page.module.css';

/** How much is shown of each; all of it is in the history. */
const shown = 50;
/** Of how many of its payments, the newest, it is asked what the provider said. */
const mostPayments = 5;

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** What happened to the order and its payments, newest first. Asked for anew whenever the order is another. */
function happenedQuery(email: string, booking: Booking) {
  return queryOptions({
    queryKey: ['private', email, 'order-happened', booking._id, booking],
    queryFn: async ({ signal }) => {
      const of = async (entity: string) =>
        (await getPage<HistoryEntry>(withQuery('/history', { entity, limit: shown }), { signal })).entries;
      const own = await of(`booking:${booking._id}`);
      const paymentIds = own.flatMap(({ event }) => {
        const paymentId = event?.data.paymentId;
        return typeof paymentId === 'string' ? [paymentId] : [];
      });
      const payments = [...new Set(paymentIds)].slice(0, mostPayments);
      const ofPayments = await Promise.all(payments.map((id) => of(`payment:${id}`)));
      return [own, ...ofPayments].flat().sort((one, other) => Number(BigInt(other.position) - BigInt(one.position)));
    },
    placeholderData: (before) => before,
    meta: { isForAdmins: true },
  });
}

export function OrderHappened({ email, booking }: { email: string; booking: Booking }) {
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
          {happened.data.map(({ position, at, sentence }) => (
            <li key={position}>
              <bdi dir="auto">{sentence}</bdi>
              <time dateTime={at}>{moment.format(new Date(at))}</time>
            </li>
          ))}
        </ol>
      )}
    </SectionPanel>
  );
}
