import type { ReactNode, RefObject } from 'react';
import type { SessionEntry } from '../../../../modules/identity/contract.ts';
import classes from './signed-in-places.module.css';

type Props = {
  sessions: readonly SessionEntry[];
  /** What can be done about one of them. */
  actionOf?: (session: SessionEntry) => ReactNode;
  /** For whoever moves the focus to one of them. */
  list?: RefObject<HTMLUListElement | null>;
};

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const how: Record<SessionEntry['by'], string> = {
  password: 'a password',
  provider: 'Google',
  link: 'a mailed link',
  totp: 'a password and a code',
  passkey: 'a passkey',
  'recovery-code': 'a recovery code',
};

/** Where somebody is signed in: with which browser, since when, and how they proved who they are. */
export function SignedInPlaces({ sessions, actionOf, list }: Props) {
  return (
    <ul ref={list} className={classes.places}>
      {sessions.map((session) => (
        <li key={session._id} className={classes.place} {...(list && { tabIndex: -1 })}>
          <div>
            <strong>{session.browser}</strong>
            {session.isThisOne && ' (this one)'}
            <div className={classes.since}>
              Since <time dateTime={session.startedAt}>{when.format(new Date(session.startedAt))}</time>, with{' '}
              {how[session.by]}
            </div>
          </div>
          {actionOf?.(session)}
        </li>
      ))}
    </ul>
  );
}
