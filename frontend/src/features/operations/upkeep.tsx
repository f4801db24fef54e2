import type { ReactNode } from 'react';
import type { Status } from '../../../../modules/operations/contract.ts';
import { Part, unknown } from './part.tsx';
import { counted, lagShown, momentShown, sizeShown } from './shown-amounts.ts';
import classes from './status.module.css';
import { TestMail } from './test-mail.tsx';

/** What is done for the day on which something is lost or doubted: seals, backups; and the index of the history. */
export function Upkeep({ email, status: { seals, backups, history } }: { email: string; status: Status }) {
  return (
    <Part title="Upkeep">
      <dl className={classes.upkeep}>
        <Fact name="Last seal">{sealShown(seals)}</Fact>
        <Fact name="Last backup">{backupShown(backups)}</Fact>
        <Fact name="History">
          {history
            ? `indexed up to position ${history.position}; behind: ${lagShown(history.lag)}`
            : 'not indexed here'}
        </Fact>
        <Fact name="Mails">
          <TestMail email={email} />
        </Fact>
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** As the history names them. */
const whoShown = (uid: string) => (uid === 'system' ? 'the shop' : uid);

function sealShown(seals: Status['seals']): ReactNode {
  if (!seals) return unknown;
  const { last, every, alarm } = seals;
  if (alarm !== null && !last) return alarm;
  if (!last) return every === null ? 'none; this shop makes none by itself' : 'none yet';
  return (
    <>
      <time dateTime={last.at}>{momentShown(last.at)}</time>, by {whoShown(last.by)}: {counted(last.size)} events up to
      position {last.position}
    </>
  );
}

function backupShown(backups: Status['backups']): ReactNode {
  if (!backups) return unknown;
  const { last, isElsewhere } = backups;
  if (last)
    return (
      <>
        <time dateTime={last.at}>{momentShown(last.at)}</time>, by {whoShown(last.by)}: {sizeShown(last.bytes)}{' '}
        {isElsewhere
          ? `beside the log at position ${last.position}. The log is in EventStoreDB, which has backups of its own.`
          : `up to position ${last.position}`}
      </>
    );
  return isElsewhere
    ? 'none of what lies beside the log. The log is in EventStoreDB, which has backups of its own.'
    : 'none that the log knows of';
}
