import '../../components/dialogs/dialog-styles.ts';
import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './menu.module.css';
import { NavLinks } from './nav-links.tsx';
import { SessionLink } from './session-link.tsx';

type Props = { opened: boolean; close: () => void };

export function Menu({ opened, close }: Props) {
  const session = useSession();
  // Closed at first, then opened: only so does Mantine know whom to give the focus back to.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <Drawer
      opened={opened && isThere}
      onClose={close}
      position="right"
      size="xs"
      title="Menu"
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <nav aria-label="Main">
        <NavLinks isSignedIn={session !== undefined} className={classes.links} onFollow={close} />
      </nav>
      <SessionLink onFollow={close} />
    </Drawer>
  );
}
