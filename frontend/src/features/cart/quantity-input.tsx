import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './cart-row.module.css';

type Props = { label: string; quantity: number; settle: (quantity: number) => void };

/** While typing anything goes; on leaving, what is no number of pieces gives way to what was there before. */
export function QuantityInput({ label, quantity, settle }: Props) {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    const wanted = Number(typed?.trim() || Number.NaN);
    if (Number.isInteger(wanted) && wanted > 0 && wanted <= 1e9) settle(wanted);
    setTyped(undefined);
  };
  return (
    <TextInput
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      className={classes.number}
      value={typed ?? String(quantity)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
