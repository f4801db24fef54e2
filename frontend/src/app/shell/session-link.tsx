import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { onceAsked } from '../../lib/navigation/before-sign-out.ts';
import { signedOutByHand, signOut } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

type Props = { onFollow?: () => void };

export function SessionLink({ onFollow }: Props) {
  const session = useSession();
  const hasLeft = useRef(false);
  const leave = () => {
    onFollow?.();
    onceAsked(() => {
      // The button goes: the focus is then for what stands in its place. Of a menu, what opened it has it again.
      hasLeft.current = !onFollow;
      void signOut(signedOutByHand);
    });
  };
  // A first screen is drawn at the build, for whoever comes: with both, of which global.css leaves one out.
  return (
    <>
      {!session && (
        <Button
          component={Link}
          to={pages.login}
          size="sm"
          data-only="signed-out"
          ref={(login: HTMLAnchorElement | null) => {
            if (hasLeft.current) login?.focus();
            hasLeft.current = false;
          }}
          {...(onFollow && { onClick: onFollow })}
        >
          Login
        </Button>
      )}
      {(import.meta.env.SSR || session) && (
        <Button
          variant="default"
          onClick={leave}
          size="sm"
          data-only="signed-in"
          {...(session && { title: `Signed in as ${session.email}` })}
        >
          Sign Out
        </Button>
      )}
    </>
  );
}
