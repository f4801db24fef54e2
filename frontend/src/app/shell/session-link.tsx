import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { signOut } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';

type Props = { onFollow?: () => void };

export function SessionLink({ onFollow }: Props) {
  const session = useSession();
  if (!session) {
    return (
      <Button
        component={Link}
        to={pages.login}
        size="sm"
        data-only="signed-out"
        {...(onFollow && { onClick: onFollow })}
      >
        Login
      </Button>
    );
  }
  const leave = () => {
    onFollow?.();
    void signOut();
  };
  return (
    <Button variant="default" onClick={leave} size="sm" title={`Signed in as ${session.email}`}>
      Sign Out
    </Button>
  );
}
