import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { HistoryLink } from '../../components/details/history-link.tsx';
import { PageHead, useTitle } from '../../components/layout/page-head.tsx';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { AdminsOnly } from '../../components/states/admins-only.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './people.module.css';
import { personQuery } from './people-query.ts';
import { PersonData } from './person-data.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonRole } from './person-role.tsx';
import { PersonSessions } from './person-sessions.tsx';

/** Somebody, for admins: what is known of them, and what can be done about them. */
export function PersonPage() {
  const { email = '' } = useParams();
  // Without the key, going back from one person to another would take along what is asked about the first.
  return <Somebody key={email} email={email} />;
}

function Somebody({ email }: { email: string }) {
  const admin = useSession()?.email ?? '';
  const query = useQuery(personQuery(admin, email));
  useTitle(email);
  if (isRefused(query.error)) return <AdminsOnly page what="the users" />;
  const person = query.data;
  return (
    <div className={classes.head}>
      {person !== null && (
        <PageHead
          title={person?.name ?? email}
          aside={person && <HistoryLink entity={`user:${person._id}`} label={person.name} />}
        />
      )}
      {query.isPending && <LoadingRows label="Loading the person" />}
      <Failed
        title="The person could not be fetched"
        error={nothingFetched(query)}
        retry={() => void query.refetch()}
      />
      {person === null && (
        <StateMessage page announce title="Nobody has that email">
          They may have another one by now, or were forgotten.
          <Button component={Link} to={pages.makeAdmin} variant="default">
            All users
          </Button>
        </StateMessage>
      )}
      {person && (
        <div className={classes.parts}>
          <div>
            <SectionPanel title="Who they are">
              <PersonFacts person={person} />
            </SectionPanel>
            <PersonSessions person={person} />
          </div>
          <div>
            <PersonRole admin={admin} person={person} />
            <PersonData admin={admin} person={person} />
          </div>
        </div>
      )}
    </div>
  );
}
