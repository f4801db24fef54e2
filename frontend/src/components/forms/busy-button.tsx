import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> &
  Pick<ComponentPropsWithoutRef<'button'>, 'type' | 'onClick' | 'aria-label' | 'aria-describedby' | 'children'> & {
    isBusy: boolean;
    /** Says why it cannot be pressed any more, and takes the focus from it when that is so. */
    reason?: RefObject<HTMLElement | null>;
  };

/**
 * A button that cannot be pressed while what it began is under way. A browser takes the focus away from a button that is
 * disabled; without this, whoever presses it with the keyboard would begin again at the top of the page.
 *
 * The second press of a double click wishes for nothing else than the first, also where that one has been answered by then: a
 * form that stays would be sent again, or be said to lack all that it has just sent.
 */
export function BusyButton({ isBusy, reason, disabled = false, onClick, ...button }: Props) {
  const node = useRef<HTMLButtonElement>(null);
  /** The place in its gesture of the last press that came here; of those that came while it could not be pressed none did. */
  const pressed = useRef(0);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const isAnother = event.detail < 2 || event.detail !== pressed.current + 1;
    pressed.current = event.detail;
    if (isAnother) onClick?.(event);
    else event.preventDefault();
  };
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const hasFocus = document.activeElement === node.current;
    if (isBusy) {
      hadFocus.current ||= hasFocus;
      return;
    }
    // Who has gone on meanwhile, or was taken to a field that is wrong, is not called back. A press on a button that is disabled
    // leaves the focus at what is around it: the second one of a double click does.
    const isLost = hadFocus.current && document.activeElement?.contains(node.current);
    if (disabled && (isLost || hasFocus)) reason?.current?.focus();
    else if (isLost) node.current?.focus();
    hadFocus.current = false;
  }, [isBusy, disabled, reason]);

  return <Button ref={node} loading={isBusy} disabled={disabled} onClick={press} {...button} />;
}
