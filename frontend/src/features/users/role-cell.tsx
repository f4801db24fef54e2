import { useEffect, useRef } from 'react';
import type { Person } from '../../../../modules/people/contract.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import classes from './people.module.css';

type Props = {
  person: Person;
  /** Whether it is being asked whether they are to be an admin. */
  isAsked: boolean;
  isBusy: boolean;
  ask: () => void;
};

/** What somebody is, or the button that makes an admin of them; the word takes the focus from the button it replaces. */
export function RoleCell({ person: { name, role }, isAsked, isBusy, ask }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const isAdmin = role === 'admin';

  useEffect(() => {
    if (isAdmin && !isAsked && wasPressed.current) place.current?.focus();
  }, [isAdmin, isAsked]);

  const press = () => {
    wasPressed.current = true;
    ask();
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
