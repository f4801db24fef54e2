import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './danger-button.module.css';

type Props = ButtonProps &
  Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'aria-label' | 'title'> & {
    /** The one that does it, in the dialog that asks whether it is meant; others lead there. */
    final?: boolean;
  };

/** Takes something away: deletes, retires, signs somebody out. */
export function DangerButton({ final = false, ...button }: Props) {
  return <Button {...button} classNames={{ root: final ? classes.final : classes.quiet }} />;
}
