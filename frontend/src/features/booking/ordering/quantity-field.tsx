import { ActionIcon, Input, TextInput } from '@mantine/core';
import IconMinus from '~icons/minus';
import IconPlus from '~icons/plus';
import classes from './quantity-field.module.css';
import type { useQuantity } from './use-quantity.ts';

type Props = ReturnType<typeof useQuantity>;

export const quantityFieldId = 'quantity';
const noticeId = 'quantity-notice';
const hintId = 'quantity-hint';

export function QuantityField({ text, isRefused, notice, hint, longestNotice, ...change }: Props) {
  const { type, leave, decrease, increase } = change;
  return (
    <div>
      <Input.Label htmlFor={quantityFieldId} size="md">
        Quantity
      </Input.Label>
      <div className={classes.stepper}>
        <ActionIcon variant="default" size={42} aria-label="Decrease" onClick={decrease}>
          <IconMinus size="1.25rem" aria-hidden />
        </ActionIcon>
        <TextInput
          id={quantityFieldId}
          inputMode="numeric"
          autoComplete="off"
          className={classes.number}
          value={text}
          error={isRefused}
          // Mantine ties a field to a message of its own alone; this one is beneath the steppers too.
          attributes={{ input: { 'aria-describedby': notice ? noticeId : hintId } }}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
        <ActionIcon variant="default" size={42} aria-label="Increase" onClick={increase}>
          <IconPlus size="1.25rem" aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.below} data-longest={longestNotice}>
        {!notice && (
          <span id={hintId} className={classes.hint}>
            {hint}
          </span>
        )}
        <div role="alert" id={noticeId} className={classes.notice}>
          {notice && <span key={notice.count}>{notice.text}</span>}
        </div>
      </div>
    </div>
  );
}
