import { ActionIcon, Input, TextInput } from '@mantine/core';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import classes from './quantity-field.module.css';
import type { useQuantity } from './use-quantity.ts';

type Props = ReturnType<typeof useQuantity>;

export const quantityFieldId = 'quantity';
const noticeId = 'quantity-notice';

export function QuantityField({ text, isRefused, notice, longestNotice, type, leave, decrease, increase }: Props) {
  return (
    <div>
      <Input.Label htmlFor={quantityFieldId} size="md">
        Quantity
      </Input.Label>
      <div className={classes.stepper}>
        <ActionIcon variant="default" size={42} aria-label="Decrease" onClick={decrease}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <TextInput
          id={quantityFieldId}
          inputMode="numeric"
          autoComplete="off"
          className={classes.number}
          value={text}
          error={isRefused}
          // Mantine ties a field to a message of its own alone; this one is beneath the steppers too.
          attributes={{ input: { 'aria-describedby': notice && noticeId } }}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
        <ActionIcon variant="default" size={42} aria-label="Increase" onClick={increase}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </div>
      <div role="alert" id={noticeId} className={classes.notice} data-longest={longestNotice}>
        {notice && <span key={notice.count}>{notice.text}</span>}
      </div>
    </div>
  );
}
