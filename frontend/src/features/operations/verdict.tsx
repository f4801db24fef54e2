import type { Status } from '../../../../modules/operations/contract.ts';
import classes from './status.module.css';
import { wantsAttention } from './wants-attention.ts';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

type Props = {
  status: Status | undefined;
  /** Whether it could not be asked for anew. */
  isOld: boolean;
};

/** In a sentence or a few: whether all is well. A live region (role=status): what goes wrong while one looks is read out. */
export function Verdict({ status, isOld }: Props) {
  const attention = status ? wantsAttention(status) : [];
  return (
    <>
      <div
        role="status"
        className={classes.verdict}
        data-well={attention.length === 0}
        data-shown={status !== undefined}
      >
        {status && attention.length === 0 && <p>All is well.</p>}
        {attention.length > 0 && (
          <>
            <p>Something wants attention:</p>
            <ul>
              {attention.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {status && (
        <p className={classes.asOf}>
          As of <time dateTime={status.at}>{time.format(new Date(status.at))}</time>
          {isOld && ', and not heard of since'}
        </p>
      )}
    </>
  );
}
