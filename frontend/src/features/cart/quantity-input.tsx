import { TextInput } from '@mantine/core';
import classes from './cart-row.module.css';

type Props = {
  label: string;
  /** What it shows. */
  text: string;
  /** The element that says why as many cannot be ordered; left out where they can. */
  refusedIn: string | undefined;
  type: (text: string) => void;
  leave: () => void;
};

/** While typing anything goes; it is judged on leaving. It is as wide as what it shows. */
export function QuantityInput({ label, text, refusedIn, type, leave }: Props) {
  return (
    <TextInput
      aria-label={label}
      attributes={{ input: { 'aria-describedby': refusedIn } }}
      error={refusedIn !== undefined}
      inputMode="numeric"
      autoComplete="off"
      className={classes.number}
      w={`max(4.25rem, ${Math.min(text.length, mostShown) + 4}ch)`}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}

/** So many characters have room on a phone, beside the buttons. */
const mostShown = 10;
