import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { lastOf, minimumOf, stockOf } from '../../../../../modules/catalog/words/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { useTitle } from '../../../components/layout/page-head.tsx';
import { formatPrice, priceOf } from '../../../lib/formatting/money.ts';
import { useWatched } from '../../../lib/live/watched.ts';
import { Rating } from '../rating.tsx';
import { Specifications } from './specifications.tsx';
import classes from './tool-details.module.css';
import { ToolGallery } from './tool-gallery.tsx';

type Props = {
  tool: Tool;
  currency: string;
  children: ReactNode;
  /** What stands below all else, for whoever runs the shop. */
  below?: ReactNode;
};

/**
 * A tool at full size, with the form to order it (or what stands in its place) as children: right below the name and the
 * price, since most people come to order; then all that can be read about it.
 */
export function ToolDetails({ tool, currency, children, below }: Props) {
  useTitle(tool.name);
  useWatched(tool._id);
  const minimum = minimumOf(tool);
  const least = priceOf(tool.PerPrice, minimum, currency);
  const bought = tool.BuyGear + tool.sold;
  const last = tool.retired ? undefined : lastOf(tool);
  return (
    <article className={classes.page}>
      <div className={classes.gallery}>
        <ToolGallery tool={tool} />
      </div>
      <div className={classes.order}>
        <Title order={1} dir="auto">
          {tool.name}
        </Title>
        <p className={classes.price}>
          {formatPrice(tool.PerPrice, currency)} <span>a piece</span>{' '}
          {minimum > 1 && !tool.retired && (
            <span className={classes.from}>
              from {inDigits(minimum)} pieces{least !== undefined && `, ${formatPrice(least, currency)}`}
            </span>
          )}
        </p>
        {(bought > 0 || last) && (
          <p className={classes.said}>
            {last && <strong>{last}</strong>}
            {bought > 0 && <span>{bought === 1 ? 'Bought once' : `Bought ${inDigits(bought)} times`}</span>}
          </p>
        )}
        {children}
      </div>
      <div className={classes.about}>
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
          {/* Of what cannot be ordered, how much could be is no news. */}
          {!tool.retired && (
            <>
              <div>
                <dt>Minimum order</dt>
                <dd>{inDigits(minimum)}</dd>
              </div>
              <div>
                <dt>Available</dt>
                <dd>{stockOf(tool)}</dd>
              </div>
            </>
          )}
        </dl>
        <Specifications of={tool} />
        {below && <div className={classes.below}>{below}</div>}
      </div>
    </article>
  );
}
