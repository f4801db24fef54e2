import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { User } from '../../../../modules/users/contract.ts';
import classes from './users-table.module.css';

/** In the page's address: of whom it is shown where they are signed in. */
export const shownInAddress = 'sessions';

/** The way to where somebody is signed in, for who wants to know. */
export function SessionsCell({ user: { name, email } }: { user: User }) {
  return (
    <span className={classes.role}>
      <Button
        size="sm"
        variant="default"
        component={Link}
        to={{ search: `${new URLSearchParams({ [shownInAddress]: email })}` }}
        aria-label={`Where ${name} is signed in`}
      >
        Sessions
      </Button>
    </span>
  );
}
