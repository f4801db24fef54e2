import { ActionIcon, Input, TextInput } from '@mantine/core';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import classes from './quantity-field.module.css';
import type { useQuantity } from './use-quantity.ts';

type Props = ReturnType<typeof useQuantity>;

export function QuantityField({ quantity, notice, settle, decrease, increase }: Props) {
  /** While typing anything goes ("1" on the way to "12"); it is settled on leaving the field. */
  const [typed, setTyped] = useState<string>();

  const leave = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const wanted = Number.parseInt(typed, 10);
    if (!Number.isNaN(wanted)) settle(wanted);
  };

  return (
    <div>
      <Input.Label htmlFor="quantity" size="md">
        Quantity
      </Input.Label>
      <div className={classes.stepper}>
        <ActionIcon variant="default" size={42} aria-label="Decrease" onClick={decrease}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <TextInput
          id="quantity"
          inputMode="numeric"
          autoComplete="off"
          className={classes.number}
          value={typed ?? quantity}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
        <ActionIcon variant="default" size={42} aria-label="Increase" onClick={increase}>
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </div>
      <div role="alert" className={classes.notice}>
        {notice && <span key={notice.count}>{notice.text}</span>}
      </div>
    </div>
  );
}
