import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  close: () => void;
  /** The deed is under way: nothing that is said here keeps anything from it. */
  isBusy: boolean;
  /** Has the first focus of its dialog. */
  isFirst?: boolean;
  children?: ReactNode;
};

/** Leaves everything as it is, in a dialog that asks whether something is meant. */
export function KeepButton({ close, isBusy, isFirst, children = 'Keep it' }: Props) {
  return (
    <Button variant="default" onClick={close} disabled={isBusy} data-autofocus={isFirst}>
      {children}
    </Button>
  );
}
