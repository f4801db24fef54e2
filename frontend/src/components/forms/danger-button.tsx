import type { ComponentProps } from 'react';
import { BusyButton } from './busy-button.tsx';
import classes from './danger-button.module.css';

type Props = Omit<ComponentProps<typeof BusyButton>, 'isBusy'> & {
  /** The one that does it, in the dialog that asks whether it is meant; others lead there. */
  final?: boolean;
  isBusy?: boolean;
};

/** Takes something away: deletes, retires, signs somebody out. */
export function DangerButton({ final = false, isBusy = false, ...button }: Props) {
  return <BusyButton {...button} isBusy={isBusy} classNames={{ root: final ? classes.final : classes.quiet }} />;
}
