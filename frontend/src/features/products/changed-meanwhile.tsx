import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { fieldLabels, type ProductField, type ProductValues } from './product.ts';
import classes from './products.module.css';

type Props = {
  /** What somebody else has made of it. */
  theirs: ProductValues;
  /** What only they changed, and the form has taken over. */
  taken: readonly ProductField[];
  /** What both changed, and is to be chosen. */
  contested: readonly ProductField[];
  choose: (field: ProductField, whose: 'mine' | 'theirs') => void;
};

/** Says what somebody else has saved meanwhile, and asks only about what both have changed: the rest of what was typed stays. */
export function ChangedMeanwhile({ theirs, taken, contested, choose }: Props) {
  const region = useRef<HTMLDivElement>(null);
  // With each choice the button is gone that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the number of questions that it goes by.
  useEffect(() => region.current?.focus(), [contested.length]);
  return (
    <div role="alert" tabIndex={-1} ref={region} className={classes.meanwhile}>
      <strong>Somebody changed it meanwhile.</strong>{' '}
      {contested.length > 0
        ? 'What you typed is still here.'
        : 'What you typed is still here: save it when it is right.'}
      {taken.length > 0 && (
        <>
          <p className={classes.whose}>Only they changed this, and the form has taken it over:</p>
          <dl>
            {taken.map((field) => (
              <Said key={field} field={field} value={theirs[field]} />
            ))}
          </dl>
        </>
      )}
      {contested.length > 0 && (
        <>
          <p className={classes.whose}>You both changed this. They saved:</p>
          <dl>
            {contested.map((field) => (
              <Said key={field} field={field} value={theirs[field]}>
                <div className={classes.choice}>
                  <Button
                    size="compact-md"
                    aria-label={`Keep mine: ${fieldLabels[field]}`}
                    onClick={() => choose(field, 'mine')}
                  >
                    Keep mine
                  </Button>
                  <Button
                    size="compact-md"
                    variant="default"
                    aria-label={`Take theirs: ${fieldLabels[field]}`}
                    onClick={() => choose(field, 'theirs')}
                  >
                    Take theirs
                  </Button>
                </div>
              </Said>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

function Said({ field, value, children }: { field: ProductField; value: string; children?: ReactNode }) {
  return (
    <div style={{ display: 'contents' }}>
      <dt>{fieldLabels[field]}</dt>
      <dd>
        <bdi dir="auto">{value || 'nothing'}</bdi>
        {children}
      </dd>
    </div>
  );
}
