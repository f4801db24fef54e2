import { Button } from '@mantine/core';
import { Link, useOutletContext } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts';
import { StateMessage } from './state-message.tsx';

/** What the dashboard's pages are told by what is around them. */
export type AroundPages = { readonly wasAdmin: boolean };

type Props = {
  what: string;
  /** In place of a whole page. */
  page?: boolean;
};

/** For whoever has found the way to something, and is refused it by the server; or who was shown it until their rights were taken away. */
export function AdminsOnly({ what, page = false }: Props) {
  const { wasAdmin } = useOutletContext<AroundPages>();
  const heading = useLostFocus<HTMLHeadingElement>(wasAdmin);
  return (
    <StateMessage page={page} announce={page} title={`Only admins are shown ${what}`} titleRef={heading}>
      Nothing is wrong with your account. If you should be able to work here, ask an admin to make you one.
      <Button component={Link} to={pages.ordersInfo} variant="default">
        Back to the dashboard
      </Button>
    </StateMessage>
  );
}
