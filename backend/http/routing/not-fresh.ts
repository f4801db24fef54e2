import { Unavailable } from '../../../modules/kernel/errors.ts';

/** What would be shown may be older than what somebody was told already. What is changed is decided on the log itself. */
export function notFresh(): Unavailable {
  return new Unavailable('The read models do not show yet what another process has written.');
}
