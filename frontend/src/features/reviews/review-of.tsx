import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { Review } from '../../../../modules/reviews/contract.ts';
import classes from './add-review-page.module.css';

/** What a review is of, where reviews of all kinds stand together. */
export function ReviewOf({ review: { toolId, toolName } }: { review: Review }) {
  if (toolId === undefined) return <p className={classes.about}>Of the shop</p>;
  return (
    <p className={classes.about}>
      Of{' '}
      <Link to={generatePath(pages.tool, { id: toolId })} dir="auto">
        {toolName}
      </Link>
    </p>
  );
}
