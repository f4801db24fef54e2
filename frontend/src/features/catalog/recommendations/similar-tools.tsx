import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { useIsNear } from '../../../lib/lazy-loading/use-is-near.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { ToolCard } from '../shelves/tool-card.tsx';
import classes from './similar-tools.module.css';
import { similarToolsQuery } from './similar-tools-query.ts';

/**
 * What is like a tool. Whoever cannot have this one, or not as much of it, is shown that at once; others as they come
 * there. Nothing at all where there is nothing.
 */
export function SimilarTools({ tool, isInstead }: { tool: Tool; isInstead: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const { data: tools = [] } = useQuery({ ...similarToolsQuery(tool), enabled: isInstead || isNear });
  const format = usePriceFormat();
  if (tools.length === 0) return <div ref={place} />;
  return (
    <section aria-labelledby="similar-title" className={classes.section}>
      <Title order={2} id="similar-title">
        {isInstead ? 'Still on the shelves' : 'Related tools'}
      </Title>
      <div className={classes.row}>
        {tools.map((one) => (
          <ToolCard key={one._id} tool={one} price={format?.(one.PerPrice)} eager={false} />
        ))}
      </div>
    </section>
  );
}
