import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { generatePath, Link, useSearchParams } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { PageHead } from '../../components/layout/page-head.tsx';
import { NewerButton } from '../../components/lists/newer-button.tsx';
import { PageOfList } from '../../components/lists/page-of-list.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './audit.module.css';
import { isBeingIndexed } from './being-indexed.ts';
import { HistoryEntryItem } from './history-entry-item.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryPager } from './history-pager.tsx';
import { entriesPerPage, historyQuery } from './history-queries.ts';
import { searchFor, wantedIn } from './history-wanted.ts';
import { RelatedLinks } from './related-links.tsx';
import { useHeldPage } from './use-held-page.ts';
import { WantedList } from './wanted-list.tsx';
import { WhatsTheMatter } from './whats-the-matter.tsx';

/** All that happened, newest first, for admins. What one looks for, and where one is, stands in the address. */
export function HistoryPage() {
  const email = useSession()?.email ?? '';
  const [params] = useSearchParams();
  const wanted = wantedIn(params);
  const after = params.get('after') ?? '';
  const answer = useQuery(historyQuery(email, wanted, after));
  const isRefusedNow = isRefused(answer.error);
  const known = isRefusedNow || isBeingIndexed(answer.data) ? undefined : answer.data;

  const list = useRef<HTMLOListElement>(null);
  const [isPaused, setPaused] = useState(false);
  const { shown, newer, show } = useHeldPage(known, { key: searchFor(wanted, after), isPaused, list });
  const actors = new Map(shown?.entries.map(({ actor }) => [actor.uid, actor.name]));
  const isNewest = after === '';
  return (
    <>
      <PageHead
        title="History"
        aside={
          !isRefusedNow && (
            <Button
              size="sm"
              component={Link}
              to={generatePath(pages.asItWas, { of: 'order-counts' })}
              variant="default"
            >
              Order counts as they were
            </Button>
          )
        }
      >
        What happened in the shop, who did it, and what it changed.
      </PageHead>
      {!isRefusedNow && <HistoryFilters email={email} wanted={wanted} actors={actors} error={answer.error} />}
      <WantedList wanted={wanted} people={actors} />
      <RelatedLinks wanted={wanted} />
      <PageOfList id="events" isWaiting={answer.isPending}>
        {isNewest && shown && (
          <div className={classes.head}>
            <NewerButton
              count={newer}
              one="new event"
              many={newer >= entriesPerPage ? 'new events or more' : 'new events'}
              show={show}
            />
            <Button size="compact-md" variant="default" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
              Pause
            </Button>
          </div>
        )}
        <WhatsTheMatter
          answer={answer}
          refused={
            <Button component={Link} to={{ search: '' }} variant="default">
              Show everything
            </Button>
          }
        />
        {shown?.entries.length === 0 && (
          <StateMessage title="Nothing like that has happened">
            {isNewest ? 'As soon as it does, it is listed here.' : 'There is nothing older than this.'}
          </StateMessage>
        )}
        {shown && shown.entries.length > 0 && (
          <ol ref={list} className={classes.entries} aria-label="Events">
            {shown.entries.map((entry) => (
              <li key={entry.position} className={classes.entry}>
                <HistoryEntryItem entry={entry} />
              </li>
            ))}
          </ol>
        )}
        {shown && <HistoryPager wanted={wanted} after={after} next={shown.next} />}
      </PageOfList>
    </>
  );
}
