import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { unclaimedQuery } from '../../../lib/queries/unclaimed-query.ts';
import classes from './demo-people.module.css';

/** Who to log in as, in a shop that has demo accounts; where to go in one that has no admin yet; nothing in any other. */
export function DemoPeople() {
  const { demo, unclaimed } = useQuery(configQuery).data ?? {};
  // Asked anew, for it changes once, and may have.
  const isUnclaimed = useQuery({ ...unclaimedQuery, enabled: unclaimed === true }).data === true;
  if (isUnclaimed) {
    return (
      <span className={classes.note}>
        This shop has no admin yet. If it is yours, <Link to={pages.setup}>set it up</Link> first.
      </span>
    );
  }
  if (!demo) return null;
  return (
    <span className={classes.note}>
      This is a demo. Log in as{' '}
      {demo.emails.map((email, at) => (
        <span key={email}>
          {at > 0 && ' or '}
          <strong>
            <MailAddress address={email} />
          </strong>
        </span>
      ))}
      , password <strong>{demo.password}</strong>.
    </span>
  );
}
