import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../components/layout/page-head.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { KeptMailEntry } from './kept-mail-entry.tsx';
import classes from './kept-mails-page.module.css';
import { keptMailsQuery } from './kept-mails-query.ts';

/** The mailbox of whoever tries the shop where it sends no mails: their own, and nobody else's. */
export function KeptMailsPage() {
  const mails = useQuery(keptMailsQuery(useSession()?.email ?? ''));
  return (
    <>
      <PageHead title="Your mails">
        This shop has no mail server. What it would mail to you stands here for a day, for you alone.
      </PageHead>
      {mails.isPending && <LoadingRows label="Loading your mails" />}
      {mails.data === undefined && (
        <Failed title="Your mails could not be fetched" error={mails.error} retry={() => void mails.refetch()} />
      )}
      {mails.data === null && (
        <StateMessage title="This shop keeps no mails">Please look into your own mailbox.</StateMessage>
      )}
      {mails.data?.length === 0 && (
        <StateMessage title="No mails yet">Pay for an order, and its receipt comes here.</StateMessage>
      )}
      {mails.data && mails.data.length > 0 && (
        <ul className={classes.mails} aria-label="Mails">
          {mails.data.map((mail) => (
            <li key={mail.id}>
              <KeptMailEntry mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
