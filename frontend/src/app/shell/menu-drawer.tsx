import { ActionIcon } from '@mantine/core';
import { useRef, useState } from 'react';
import IconMenu2 from '~icons/menu-2';
import { useCode } from '../../lib/lazy-loading/use-code.ts';

/** The navigation on phones. Its panel is fetched when it is first opened; where it does not come, that is said. */
export function MenuDrawer() {
  const [Panel, fetchPanel] = useCode(async () => (await import('./menu.tsx')).Menu);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const open = () => {
    setOpened(true);
    fetchPanel();
  };
  const close = () => {
    // Before a dialog asks whether to leave: it gives the focus back to what had it, and what is in the drawer goes.
    button.current?.focus({ preventScroll: true });
    setOpened(false);
  };

  return (
    <>
      <ActionIcon
        ref={button}
        variant="transparent"
        color="var(--shop-bar-text)"
        size="lg"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconMenu2 size="1.5rem" aria-hidden />
      </ActionIcon>
      {Panel && <Panel opened={opened} close={close} />}
    </>
  );
}
