import { ActionIcon, Button } from '@mantine/core';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { setQuantity } from './cart-lines.ts';
import classes from './cart-row.module.css';
import type { CartEntry } from './entries.ts';
import { QuantityInput } from './quantity-input.tsx';

type Props = { entry: CartEntry; picture: ReactNode; format: (price: number) => string; remove: () => void };

/** A line of the cart: what it is, how many of it, what that costs, and what is wrong with it. */
export function CartRow({ entry, picture, format, remove }: Props) {
  const { line, tool, name, isGone, minimum, price, problem, news } = entry;
  const { toolId, quantity } = line;
  const most = tool?.Available ?? quantity;
  return (
    <li className={classes.row} data-problem={problem !== undefined} data-gone={isGone}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.what}>
        <h2 className={classes.name} dir="auto">
          {tool ? <Link to={generatePath(pages.tool, { id: toolId })}>{tool.name}</Link> : name}
        </h2>
        {tool && !isGone && (
          <p className={classes.each}>
            {format(tool.PerPrice)} each{minimum > 1 && `, from ${minimum} pieces`}
          </p>
        )}
        <p role="status" className={classes.news}>
          {problem ?? news}
        </p>
      </div>
      <div className={classes.end}>
        {!isGone && (
          <fieldset className={classes.stepper} aria-label={`Quantity of ${name}`}>
            <ActionIcon
              variant="default"
              size={38}
              aria-label={`Fewer of ${name}`}
              disabled={quantity <= minimum}
              onClick={() => setQuantity(toolId, Math.max(minimum, Math.min(quantity - 1, most)))}
            >
              <IconMinus size={18} aria-hidden />
            </ActionIcon>
            <QuantityInput label={`Pieces of ${name}`} quantity={quantity} settle={(n) => setQuantity(toolId, n)} />
            <ActionIcon
              variant="default"
              size={38}
              aria-label={`More of ${name}`}
              disabled={quantity >= most}
              onClick={() => setQuantity(toolId, Math.max(minimum, quantity + 1))}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </fieldset>
        )}
        <p className={classes.price}>{price === undefined ? '–' : format(price)}</p>
        <Button variant="subtle" size="compact-sm" color="var(--mantine-color-text)" onClick={remove}>
          Remove<span className={classes.hidden}> {name}</span>
        </Button>
      </div>
    </li>
  );
}
