import { Button } from '@mantine/core';
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs';
import { useQuery } from '@tanstack/react-query';
import type { pages } from '../../../../modules/kernel/page-addresses.ts';
import { configQuery } from '../../lib/config-query.ts';
import classes from './google-button.module.css';

type Props = { page: typeof pages.login | typeof pages.signup; from: string | undefined };

/** Leaves for Google and comes back to `page`, which finishes the sign-in. Only where the shop has Google set up. */
export function GoogleButton({ page, from }: Props) {
  const { data } = useQuery(configQuery);
  if (!data?.google) return null;
  const back = `${page}?${new URLSearchParams({ google: 'done', ...(from && { from }) })}`;
  return (
    <>
      <p className={classes.or}>or</p>
      <Button
        component="a"
        href={`/identity/google?${new URLSearchParams({ returnTo: back })}`}
        variant="default"
        fullWidth
        leftSection={<IconBrandGoogle size={20} aria-hidden />}
      >
        Continue With Google
      </Button>
    </>
  );
}
