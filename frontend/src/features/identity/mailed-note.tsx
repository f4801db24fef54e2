import classes from './mailed-note.module.css';

/** Says that a link is on its way to an address; read out when it appears. Undefined: none is. */
export function MailedNote({ to }: { to: string | undefined }) {
  return (
    <div role="status" className={classes.place}>
      {to !== undefined && (
        <>
          We have mailed a link to <bdi dir="auto">{to}</bdi>. It is good for 30 minutes, and once.
        </>
      )}
    </div>
  );
}
