import { useEffect, useRef } from 'react';
import type { User } from '../../../../modules/users/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import classes from './users-table.module.css';

type Props = { user: User; isBusy: boolean; promote: () => void };

/** What somebody is, or the button that makes an admin of them; the word takes the focus from the button it replaces. */
export function RoleCell({ user: { name, role }, isBusy, promote }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const isAdmin = role === 'admin';

  useEffect(() => {
    if (isAdmin && wasPressed.current) place.current?.focus();
  }, [isAdmin]);

  const press = () => {
    wasPressed.current = true;
    promote();
  };
  return (
    <span ref={place} tabIndex={-1} className={classes.role}>
      {isAdmin ? (
        'Admin'
      ) : (
        <BusyButton size="sm" variant="default" aria-label={`Make ${name} an admin`} isBusy={isBusy} onClick={press}>
          Make Admin
        </BusyButton>
      )}
    </span>
  );
}
