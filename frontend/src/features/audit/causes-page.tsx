import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { PageHead } from '../../components/layout/page-head.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { isBeingIndexed } from './being-indexed.ts';
import { causationTree } from './causation-tree.ts';
import { CauseTree } from './cause-tree.tsx';
import { causesQuery } from './history-queries.ts';
import { searchFor } from './history-wanted.ts';
import { WhatsTheMatter } from './whats-the-matter.tsx';

/** What caused an event, and what followed from it: all of its request as a tree. */
export function CausesPage() {
  const email = useSession()?.email ?? '';
  const { event = '' } = useParams();
  const answer = useQuery(causesQuery(email, event));
  const why = isRefused(answer.error) || isBeingIndexed(answer.data) ? undefined : answer.data?.body;
  const correlation = why?.event.correlationId;
  return (
    <>
      <PageHead
        title="Causes and effects"
        aside={
          <Button size="sm" component={Link} to={pages.history} variant="default">
            All of the history
          </Button>
        }
      >
        What led to event {event}, and what followed from it. What stands below an event was caused by it.
      </PageHead>
      <WhatsTheMatter answer={answer} />
      {why && <CauseTree causes={causationTree(why)} />}
      {why?.more && correlation && (
        <p>
          More came of the same request than is told of here:{' '}
          <Link to={{ pathname: pages.history, search: searchFor({ correlation }) }}>all of it as a list</Link>.
        </p>
      )}
    </>
  );
}
