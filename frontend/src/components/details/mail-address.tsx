import classes from './mail-address.module.css';

/** In two lines where one has no room: broken before its @, and within a word only where that is longer than its place may be. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <bdi dir="auto" className={classes.address}>
      {at > 0 ? (
        <>
          {address.slice(0, at)}
          <wbr />
          {address.slice(at)}
        </>
      ) : (
        address
      )}
    </bdi>
  );
}
