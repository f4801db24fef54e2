import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { generatePath, Link } from 'react-router-dom';
import IconMinus from '~icons/minus';
import IconPlus from '~icons/plus';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { setQuantity } from './cart-lines.ts';
import classes from './cart-row.module.css';
import type { CartEntry } from './entries.ts';
import { QuantityInput } from './quantity-input.tsx';
import type { TypedQuantities } from './use-typed-quantities.ts';

type Props = {
  entry: CartEntry;
  typed: TypedQuantities;
  picture: ReactNode;
  format: (price: number) => string;
  remove: () => void;
};

/** A line of the cart: what it is, how many of it, what that costs, and what is wrong with it. */
export function CartRow({ entry, typed, picture, format, remove }: Props) {
  const { line, tool, name, isGone, minimum, price, problem, news } = entry;
  const { toolId, quantity } = line;
  const most = tool?.Available ?? quantity;
  const said = useId();
  const { text = String(quantity) } = typed.of(toolId) ?? {};
  /** From the last number that counted, whatever is typed. */
  const step = (to: number) => {
    typed.forget(toolId);
    setQuantity(toolId, Math.max(minimum, to));
  };
  return (
    <li className={classes.row} data-problem={problem !== undefined} data-gone={isGone}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.what}>
        <h2 className={classes.name} dir="auto">
          {tool ? <Link to={generatePath(pages.tool, { id: toolId })}>{tool.name}</Link> : name}
        </h2>
        {tool && !isGone && (
          <p className={classes.each}>
            {format(tool.PerPrice)} each{minimum > 1 && `, from ${inDigits(minimum)} pieces`}
          </p>
        )}
      </div>
      <p id={said} role="status" className={classes.news}>
        {problem ?? news}
      </p>
      <div className={classes.end}>
        {!isGone && (
          <fieldset className={classes.stepper} aria-label={`Quantity of ${name}`}>
            <ActionIcon
              variant="default"
              size={38}
              aria-label={`Fewer of ${name}`}
              {...outOfReach(quantity <= minimum)}
              onClick={() => quantity > minimum && step(Math.min(quantity - 1, most))}
            >
              <IconMinus size="1.125rem" aria-hidden />
            </ActionIcon>
            <QuantityInput
              label={`Pieces of ${name}`}
              text={text}
              refusedIn={problem === undefined ? undefined : said}
              type={(next) => typed.type(toolId, next)}
              leave={() => typed.leave(toolId, minimum)}
            />
            <ActionIcon
              variant="default"
              size={38}
              aria-label={`More of ${name}`}
              {...outOfReach(quantity >= most)}
              onClick={() => quantity < most && step(quantity + 1)}
            >
              <IconPlus size="1.125rem" aria-hidden />
            </ActionIcon>
          </fieldset>
        )}
        <div className={classes.cost}>
          <p className={classes.price}>{price === undefined ? '–' : format(price)}</p>
          <Button
            variant="subtle"
            size="compact-sm"
            color="var(--mantine-color-text)"
            className={classes.remove}
            onClick={remove}
          >
            Remove<span className={classes.hidden}> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

/** A browser takes the focus from a button that is disabled, which it would be by its own press, or by the field that was just left. */
const outOfReach = (isSo: boolean) => (isSo ? { 'aria-disabled': true, 'data-disabled': true } : {});
