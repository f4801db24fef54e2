import { Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { recentlySeen } from '../../../lib/device/recently-seen.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { ToolPicture } from '../tool-picture.tsx';
import { toolQuery } from '../tool-query.ts';
import classes from './seen-tools.module.css';

/** What was looked at before on this device; what is offered no more, or is the tool that one looks at, is left out. */
export function SeenTools({ but }: { but: string }) {
  const [ids] = useState(() => recentlySeen().filter((id) => id !== but));
  const tools = useQueries({ queries: ids.map((id) => ({ ...toolQuery(id), retry: false })) });
  const format = usePriceFormat();
  const shown = tools.flatMap(({ data }) => (data && !data.retired ? [data] : []));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="seen-title" className={classes.section}>
      <Title order={2} id="seen-title">
        Recently seen
      </Title>
      <div className={classes.row}>
        {shown.map((tool) => (
          <article key={tool._id} className={classes.tool}>
            <ToolPicture tool={tool} loading="lazy" />
            <div>
              <h3 className={classes.name} dir="auto">
                <Link to={generatePath(pages.tool, { id: tool._id })}>{tool.name}</Link>
              </h3>
              <p>{format?.(tool.PerPrice) ?? '\u00a0'}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
