import { Button } from '@mantine/core';
import { useRef } from 'react';
import IconX from '~icons/x';
import classes from './orders-filters.module.css';
import { type OrdersWanted, type WantedName, wantedNames } from './orders-wanted.ts';
import { useWordsOfWanted } from './use-words-of-wanted.ts';

type Props = { wanted: OrdersWanted; want: (change: OrdersWanted) => void };

/** Nothing of what can be looked for. */
const nothingWanted: OrdersWanted = Object.fromEntries(wantedNames.map((name) => [name, '']));

/** What is looked for, each of it a button that takes it away. */
export function WantedOrders({ wanted, want }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const words = useWordsOfWanted(wanted);
  // The button goes with the press: the next one takes the focus, or it would be at the top of the page again.
  const remove = (index: number, name: WantedName) => {
    const buttons = place.current?.querySelectorAll('li button') ?? [];
    const next = words.length > 1 ? (buttons[index + 1] ?? buttons[index - 1]) : undefined;
    if (next instanceof HTMLElement) next.focus();
    else place.current?.focus();
    want({ [name]: '' });
  };
  return (
    <div ref={place} tabIndex={-1}>
      {words.length > 0 && (
        <ul className={classes.wanted} aria-label="Looked for">
          {words.map(({ name, words: said }, index) => (
            <li key={name}>
              <Button
                variant="default"
                size="compact-md"
                className={classes.one}
                rightSection={<IconX size="1rem" aria-hidden />}
                aria-label={`Look no more for ${said}`}
                onClick={() => remove(index, name)}
              >
                <bdi dir="auto">{said}</bdi>
              </Button>
            </li>
          ))}
          {words.length > 1 && (
            <li>
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => {
                  place.current?.focus();
                  want(nothingWanted);
                }}
              >
                Show all orders
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
