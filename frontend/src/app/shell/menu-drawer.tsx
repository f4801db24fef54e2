import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { lazy, Suspense, useState } from 'react';

const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }));

/** The navigation on phones. Its panel is fetched when it is first opened. */
export function MenuDrawer() {
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <ActionIcon
        variant="transparent"
        color="var(--shop-bar-text)"
        size="lg"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconMenu2 aria-hidden />
      </ActionIcon>
      {opened !== undefined && (
        <Suspense>
          <Menu opened={opened} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
