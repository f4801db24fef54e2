import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../../modules/users/contract.ts';
import { SessionsDialog } from './sessions-dialog.tsx';
import classes from './users-table.module.css';

/** Where somebody is signed in, for who wants to know. */
export function SessionsCell({ user: { name, email } }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes.role}>
      <Button
        size="sm"
        variant="default"
        aria-label={`Where ${name} is signed in`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Sessions
      </Button>
      <SessionsDialog name={name} email={email} isOpen={isOpen} close={() => setOpen(false)} />
    </span>
  );
}
