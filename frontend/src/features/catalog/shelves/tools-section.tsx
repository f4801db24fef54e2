import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { Failed } from '../../../components/states/failed.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { useAtLeisure } from '../../../lib/lazy-loading/use-at-leisure.ts';
import { useCode } from '../../../lib/lazy-loading/use-code.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { ToolCard } from './tool-card.tsx';
import { ToolCardSkeleton } from './tool-card-skeleton.tsx';
import { ToolsCount } from './tools-count.tsx';
import { ToolsPager } from './tools-pager.tsx';
import { toolsPerPage, toolsQuery } from './tools-query.ts';
import classes from './tools-section.module.css';
import { ToolsToolbar } from './tools-toolbar.tsx';
import { useFirstPageInstead } from './use-first-page-instead.ts';
import { useToolsWanted } from './use-tools-wanted.ts';

/** Cards in the first row are in view at once; the rest load as they come near. */
const inView = 4;

const allTools = { search: '', sort: '', after: '', filters: '' };

/** Made once: what comes meanwhile does not render it again. */
const places = (
  <div className={classes.grid} role="status" aria-label="Loading the tools">
    {Array.from({ length: toolsPerPage }, (_, place) => `place-${place}`).map((place) => (
      <ToolCardSkeleton key={place} />
    ))}
  </div>
);

/** `below`: what stands on each card below its tool. */
export function ToolsSection({ below }: { below?: (tool: Tool) => ReactNode }) {
  const { wanted, want, pageAt } = useToolsWanted();
  const tools = useQuery(toolsQuery(wanted));
  const found = useAtLeisure(tools.data);
  const isBefore = tools.isPlaceholderData;
  const isNothing = found?.entries.length === 0;
  // That nothing was found before says nothing of what is looked for now.
  const isWaiting = !tools.isError && (found === undefined || (isBefore && isNothing));
  const isEmpty = isNothing && !isBefore;
  const isNoPage = useFirstPageInstead(wanted.after, tools.error, () => want({}, 'righted'));
  const format = usePriceFormat();
  const [narrowing, fetchNarrowing] = useCode(async () => (await import('../filters/narrowing.tsx')).narrowing);
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { search, filters } = wanted;
  // All that stood on this page has gone meanwhile; there may be others before it.
  const isPast = isEmpty && wanted.after !== '';
  const isNarrowed = search !== '' || filters !== '';
  // Whoever finds nothing may be told to look at all there is, where there is something.
  const all = useQuery({ ...toolsQuery(allTools), enabled: isEmpty && !isPast && isNarrowed });
  const isBare = isEmpty && !isPast && (!isNarrowed || all.data?.entries.length === 0);
  const isNone = isEmpty && !isPast && !isBare;
  const [Next, fetchNext] = useCode(async () => (await import('./stock-the-shelves.tsx')).StockTheShelves);
  const narrow = (to: string) => want({ filters: to });

  // Whoever comes by a link that has filters sees what they are; whoever finds nothing, where else to look.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once, however often it is called.
  useEffect(() => {
    if (filters || isNone) fetchNarrowing();
  }, [filters, isNone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once, however often it is called.
  useEffect(() => {
    if (isBare) fetchNext();
  }, [isBare]);

  // The button goes with the message: the heading of what comes in their place takes the focus.
  const showAll = () => {
    heading.current?.focus();
    want({ search: '', sort: '', filters: '' });
  };

  return (
    // What its pages' addresses end with takes the focus, for the keyboard to go on from there.
    <section id="tools" aria-labelledby="tools-title" tabIndex={-1} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id="tools-title" ref={heading} tabIndex={-1}>
          Tools
        </Title>
        <ToolsCount wanted={wanted} found={isBefore ? undefined : found} />
      </div>
      <ToolsToolbar
        wanted={wanted}
        want={want}
        areFiltersOpen={areFiltersOpen}
        toggleFilters={() => {
          fetchNarrowing();
          setFiltersOpen(!areFiltersOpen);
        }}
      />
      {narrowing && (
        <narrowing.ToolFilters
          wanted={wanted}
          want={want}
          isOpen={areFiltersOpen}
          close={() => setFiltersOpen(false)}
        />
      )}
      {filters && (
        <div className={classes.chips}>
          {narrowing && <narrowing.FilterChips filters={filters} set={narrow} leave={() => heading.current?.focus()} />}
        </div>
      )}
      <Failed
        title="The tools could not be fetched"
        error={isNoPage ? null : nothingFetched(tools)}
        retry={() => tools.refetch()}
      />
      {isWaiting && places}
      <div role="status" className={classes.none}>
        {isBare && (
          <StateMessage title="The shelves are still empty">
            The first tools are on their way. Look in again soon.
            {Next && <Next />}
          </StateMessage>
        )}
        {isPast && <StateMessage title="No more tools">What stood here has gone, or is on a page before.</StateMessage>}
        {isNone && (
          <StateMessage title="No tool like that on the shelves">
            {filters ? 'These filters leave nothing over.' : 'Try another word, or look at all there is.'}
            {filters && narrowing && <narrowing.LoosenFilters search={search} filters={filters} set={narrow} />}
            {!filters && narrowing && <narrowing.CategoriesLike search={search} />}
            <Button variant="default" onClick={showAll}>
              Show all tools
            </Button>
          </StateMessage>
        )}
      </div>
      {found && (
        <>
          <div className={classes.grid} data-stale={isBefore} aria-busy={tools.isFetching}>
            {found.entries.map((tool, place) => (
              <ToolCard
                key={tool._id}
                tool={tool}
                price={format?.(tool.PerPrice)}
                eager={place < inView}
                below={below?.(tool)}
              />
            ))}
          </div>
          <ToolsPager after={wanted.after} next={found.next} isBefore={isBefore} pageAt={pageAt} />
        </>
      )}
    </section>
  );
}
