import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { fieldLabels, fieldsThatDiffer, type ProductValues } from './product.ts';
import classes from './products.module.css';

type Props = {
  /** What one began with. */
  base: ProductValues;
  /** What somebody else has made of it. */
  theirs: ProductValues;
  keepMine: () => void;
  takeTheirs: () => void;
};

/** Shows what somebody else has saved meanwhile. Nothing that was typed is lost by it. */
export function ChangedMeanwhile({ base, theirs, keepMine, takeTheirs }: Props) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div role="alert" tabIndex={-1} ref={region} className={classes.meanwhile}>
      <strong>Somebody changed it meanwhile.</strong> What you typed is still here. They saved:
      <dl>
        {fieldsThatDiffer(base, theirs).map((field) => (
          <div key={field} style={{ display: 'contents' }}>
            <dt>{fieldLabels[field]}</dt>
            <dd>
              <bdi dir="auto">{theirs[field] || 'nothing'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button onClick={keepMine}>Keep mine</Button>
        <Button variant="default" onClick={takeTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
