import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { lastOf, shortageOf, stockOf } from '../../../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { useWatched } from '../../../lib/live/watched.ts';
import { Rating } from '../rating.tsx';
import { ToolPicture } from '../tool-picture.tsx';
import classes from './tool-card.module.css';

type Props = { tool: Tool; price: string | undefined; eager: boolean; below?: ReactNode };

export function ToolCard({ tool, price, eager, below }: Props) {
  const shortage = shortageOf(tool);
  const last = lastOf(tool);
  useWatched(tool._id);
  return (
    <article className={classes.card} data-short={shortage !== undefined}>
      <div className={classes.picture}>
        <ToolPicture tool={tool} loading={eager ? 'eager' : 'lazy'} />
        {shortage && <span className={classes.stamp}>{shortage}</span>}
        {last && <span className={classes.last}>{last}</span>}
      </div>
      <div className={classes.body}>
        <h3 className={classes.name} dir="auto">
          <Link to={generatePath(pages.tool, { id: tool._id })} className={classes.link}>
            {tool.name}
          </Link>
        </h3>
        <p className={classes.priceLine}>
          <span className={classes.price}>{price ?? '\u00a0'}</span>
          <Rating value={tool.Ratings} />
        </p>
        <dl className={classes.plate}>
          <div>
            <dt>Minimum</dt>
            <dd>{inDigits(tool.MinimumOrder)}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{stockOf(tool)}</dd>
          </div>
        </dl>
        {below}
      </div>
    </article>
  );
}
