import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../lib/config-query.ts';
import classes from './demo-people.module.css';

/** Who to log in as, in a shop that has demo accounts; nothing in any other. */
export function DemoPeople() {
  const demo = useQuery(configQuery).data?.demo;
  if (!demo) return null;
  return (
    <span className={classes.note}>
      This is a demo. Log in as{' '}
      {demo.emails.map((email, at) => (
        <span key={email}>
          {at > 0 && ' or '}
          <strong>{email}</strong>
        </span>
      ))}
      , password <strong>{demo.password}</strong>.
    </span>
  );
}
