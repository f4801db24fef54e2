import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> &
  Pick<ComponentPropsWithoutRef<'button'>, 'type' | 'onClick' | 'aria-label' | 'children'> & {
    isBusy: boolean;
    /** Says why it cannot be pressed any more, and takes the focus from it when that is so. */
    reason?: RefObject<HTMLElement | null>;
  };

/**
 * A button that cannot be pressed while what it began is under way. A browser takes the focus away from a button that is
 * disabled; without this, whoever presses it with the keyboard would begin again at the top of the page.
 */
export function BusyButton({ isBusy, reason, disabled = false, ...button }: Props) {
  const node = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const hasFocus = document.activeElement === node.current;
    if (isBusy) {
      hadFocus.current ||= hasFocus;
      return;
    }
    // Who has gone on meanwhile, or was taken to a field that is wrong, is not called back.
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (disabled && (isLost || hasFocus)) reason?.current?.focus();
    else if (isLost) node.current?.focus();
    hadFocus.current = false;
  }, [isBusy, disabled, reason]);

  return <Button ref={node} loading={isBusy} disabled={disabled} {...button} />;
}
