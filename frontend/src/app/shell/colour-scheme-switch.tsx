import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconMoon from '~icons/moon';
import IconSun from '~icons/sun';

/** Follows the system until somebody chooses; the choice is remembered. */
export function ColourSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const other = current === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="transparent"
      color="var(--shop-bar-text)"
      size="lg"
      data-only="light"
      aria-label={`Switch to the ${other} colour scheme`}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size="1.5rem" aria-hidden /> : <IconSun size="1.5rem" aria-hidden />}
    </ActionIcon>
  );
}
