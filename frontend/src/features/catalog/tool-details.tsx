import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { useTitle } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatPrice } from '../../lib/money.ts';
import { minimumOf, stockOf } from '../../lib/stock.ts';
import { useWatched } from '../../lib/watched.ts';
import { Rating } from './rating.tsx';
import classes from './tool-details.module.css';
import { ToolPicture } from './tool-picture.tsx';

type Props = {
  tool: Tool;
  currency: string;
  children: ReactNode;
  /** What stands below all else, for who runs the shop. */
  below?: ReactNode;
};

/** A tool at full size, with the form to order it (or what stands in its place) as children. */
export function ToolDetails({ tool, currency, children, below }: Props) {
  useTitle(tool.name);
  useWatched(tool._id);
  return (
    <article className={classes.page}>
      <div className={classes.picture}>
        <ToolPicture tool={tool} loading="eager" />
      </div>
      <div>
        <Title order={1} dir="auto">
          {tool.name}
        </Title>
        <p className={classes.price}>
          {formatPrice(tool.PerPrice, currency)} <span>a piece</span>
        </p>
        <p className={classes.text} dir="auto">
          {tool.Description}
        </p>
        <dl className={classes.plate}>
          <div>
            <dt>Rating</dt>
            <dd>
              <Rating value={tool.Ratings} />
            </dd>
          </div>
          <div>
            <dt>Minimum order</dt>
            <dd>{minimumOf(tool)}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{stockOf(tool)}</dd>
          </div>
        </dl>
        <Panel>{children}</Panel>
        {below}
      </div>
    </article>
  );
}
