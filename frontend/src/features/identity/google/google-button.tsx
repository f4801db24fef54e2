import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import IconBrandGoogle from '~icons/brand-google';
import type { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import classes from './google-button.module.css';
import { notSetUp } from './google-words.ts';

type Props = { page: typeof pages.login | typeof pages.signup; from: string | undefined };

const look = {
  variant: 'default',
  fullWidth: true,
  leftSection: <IconBrandGoogle size="1.25rem" aria-hidden />,
} as const;

/** Leaves for Google and comes back to `page`, which finishes the sign-in. Where the shop has no Google set up it says so. */
export function GoogleButton({ page, from }: Props) {
  const { data } = useQuery(configQuery);
  const isLeaving = useLeaving();
  const hint = useId();
  const back = `${page}?${new URLSearchParams({ google: 'done', ...(from && { from }) })}`;
  return (
    <>
      <p className={classes.or}>or</p>
      {data?.google === false ? (
        <>
          <Button {...look} aria-disabled data-disabled aria-describedby={hint}>
            Continue With Google
          </Button>
          <p id={hint} className={classes.hint}>
            {notSetUp}
          </p>
        </>
      ) : (
        <Button
          {...look}
          component="a"
          href={`/identity/google?${new URLSearchParams({ returnTo: back })}`}
          loading={isLeaving.now}
          onClick={isLeaving.begin}
        >
          Continue With Google
        </Button>
      )}
    </>
  );
}

/** Whether the page is being left; not any more when one comes back to it, and finds it as it was (back/forward cache). */
function useLeaving(): { now: boolean; begin: () => void } {
  const [now, setNow] = useState(false);
  useEffect(() => {
    const isBack = () => setNow(false);
    window.addEventListener('pageshow', isBack);
    return () => window.removeEventListener('pageshow', isBack);
  }, []);
  return { now, begin: () => setNow(true) };
}
