import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> &
  Pick<ComponentPropsWithoutRef<'button'>, 'type' | 'onClick' | 'aria-label' | 'children'> & { isBusy: boolean };

/**
 * A button that cannot be pressed while what it began is under way. A browser takes the focus away from a button that is
 * disabled; without this, whoever presses it with the keyboard would begin again at the top of the page.
 */
export function BusyButton({ isBusy, ...button }: Props) {
  const node = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    if (isBusy) {
      hadFocus.current = document.activeElement === node.current;
      return;
    }
    // Who has gone on meanwhile, or was taken to a field that is wrong, is not called back.
    if (hadFocus.current && document.activeElement === document.body) node.current?.focus();
    hadFocus.current = false;
  }, [isBusy]);

  return <Button ref={node} loading={isBusy} {...button} />;
}
