import type { RefObject } from 'react';
import type { MyLogins } from '../../../../../modules/identity/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import classes from '../ways-in.module.css';
import { useUnlinkGoogle } from './use-link-google.ts';

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

type Props = {
  own: MyLogins;
  list: RefObject<HTMLUListElement | null>;
  /** Is told which before it is gone from the list. */
  onUnlinked: (id: string) => void;
};

/** The Google accounts that open one's account, each with the way to take it away: one of them may be a stranger's. */
export function GoogleLogins({ own: { logins, hasPassword }, list, onUnlinked }: Props) {
  const unlink = useUnlinkGoogle(onUnlinked);
  const isOne = logins.length === 1;
  return (
    <>
      <p>{isOne ? wordsOfOne(hasPassword) : wordsOfSeveral(hasPassword)}</p>
      <ul ref={list} className={classes.list}>
        {logins.map(({ id, linkedAt }, index) => {
          const name = isOne ? 'Google account' : `Google account ${index + 1}`;
          return (
            <li key={id} className={classes.way} tabIndex={-1}>
              <span className={classes.name}>
                {name}
                {linkedAt && (
                  <small>
                    linked <time dateTime={linkedAt}>{when.format(new Date(linkedAt))}</time>
                  </small>
                )}
              </span>
              <BusyButton
                size="sm"
                variant="default"
                aria-label={`Unlink ${name}`}
                isBusy={unlink.isPending && unlink.variables === id}
                disabled={isOne && !hasPassword}
                onClick={() => unlink.mutate(id)}
              >
                Unlink
              </BusyButton>
            </li>
          );
        })}
      </ul>
      <FormError error={unlink.error} />
    </>
  );
}

function wordsOfOne(hasPassword: boolean): string {
  return hasPassword
    ? 'You can log in with Google, or with your password.'
    : 'You log in with Google. Set a password first if you want to do without it.';
}

function wordsOfSeveral(hasPassword: boolean): string {
  const who = hasPassword
    ? 'You can log in with each of these, or with your password.'
    : 'You can log in with each of these.';
  return `${who} Unlink what is not yours.`;
}
