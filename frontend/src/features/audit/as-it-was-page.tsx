import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { PageHead } from '../../components/layout/page-head.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { searchFor } from './history-wanted.ts';
import { TimeTravel } from './time-travel.tsx';
import { nameOf } from './words.ts';

/** What a thing, or the order counts, were at any moment, and the events that made them so, step by step. */
export function AsItWasPage() {
  const email = useSession()?.email ?? '';
  const { of = '' } = useParams();
  const search = of.includes(':') ? searchFor({ entity: of }) : '';
  return (
    <>
      <PageHead
        title="As it was"
        aside={
          <Button size="sm" component={Link} to={{ pathname: pages.history, search }} variant="default">
            {search ? 'Its history' : 'All of the history'}
          </Button>
        }
      >
        <bdi dir="auto">{nameOf(of)}</bdi>, before and after each event that changed it.
      </PageHead>
      <TimeTravel key={`${email} ${of}`} email={email} of={of} />
    </>
  );
}
