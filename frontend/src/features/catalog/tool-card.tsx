import { generatePath, Link } from 'react-router-dom';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { isSoldOut, stockOf } from '../../lib/stock.ts';
import { Rating } from './rating.tsx';
import classes from './tool-card.module.css';

type Props = { tool: Tool; price: string | undefined; eager: boolean };

export function ToolCard({ tool, price, eager }: Props) {
  const soldOut = isSoldOut(tool);
  return (
    <article className={classes.card} data-sold-out={soldOut}>
      <div className={classes.picture}>
        <img src={tool.img} alt="" width={480} height={480} loading={eager ? 'eager' : 'lazy'} decoding="async" />
        {soldOut && <span className={classes.stamp}>Sold out</span>}
      </div>
      <div className={classes.body}>
        <h3 className={classes.name}>
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
            <dd>{tool.MinimumOrder}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{stockOf(tool)}</dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
