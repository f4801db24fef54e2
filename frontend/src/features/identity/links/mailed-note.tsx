import { linkMinutes } from '../../../../../modules/identity/bounds/contract.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import classes from './mailed-note.module.css';
import { useLinksGo } from './use-links-go.ts';

/** Says where a link is that an address was asked to be proved by; read out when it appears. Undefined: there is none. */
export function MailedNote({ to }: { to: string | undefined }) {
  const isPrinted = useLinksGo() === 'printed';
  return (
    <div role="status" className={classes.place}>
      {to !== undefined && (
        <>
          {isPrinted ? 'The terminal that the shop runs in shows a link for ' : 'We have mailed a link to '}
          <MailAddress address={to} />. It is good for {linkMinutes} minutes, and once.
        </>
      )}
    </div>
  );
}
