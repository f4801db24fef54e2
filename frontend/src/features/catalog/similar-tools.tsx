import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { usePriceFormat } from '../../lib/config-query.ts';
import classes from './similar-tools.module.css';
import { similarToolsQuery } from './similar-tools-query.ts';
import { ToolCard } from './tool-card.tsx';

/** For who cannot have this tool, or not as much of it: what is like it. Nothing at all where there is nothing. */
export function SimilarTools({ tool }: { tool: Tool }) {
  const { data: tools = [] } = useQuery(similarToolsQuery(tool));
  const format = usePriceFormat();
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby="similar-title" className={classes.section}>
      <Title order={2} id="similar-title">
        Still on the shelves
      </Title>
      <div className={classes.row}>
        {tools.map((one) => (
          <ToolCard key={one._id} tool={one} price={format?.(one.PerPrice)} eager={false} />
        ))}
      </div>
    </section>
  );
}
