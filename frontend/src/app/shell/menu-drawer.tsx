import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { useState } from 'react';
import { fetchCode } from '../../lib/fetch-code.ts';
import { toast } from '../../lib/toast.ts';
import type { Menu } from './menu.tsx';

/** The navigation on phones. Its panel is fetched when it is first opened; where it does not come, that is said. */
export function MenuDrawer() {
  const [Panel, setPanel] = useState<typeof Menu>();
  const [opened, setOpened] = useState(false);

  const open = async () => {
    setOpened(true);
    if (Panel) return;
    try {
      const { Menu } = await fetchCode(() => import('./menu.tsx'));
      setPanel(() => Menu);
    } catch (error) {
      if (error instanceof Error) void toast(error.message, 'failure');
    }
  };

  return (
    <>
      <ActionIcon
        variant="transparent"
        color="var(--shop-bar-text)"
        size="lg"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconMenu2 aria-hidden />
      </ActionIcon>
      {Panel && <Panel opened={opened} close={() => setOpened(false)} />}
    </>
  );
}
