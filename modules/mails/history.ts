import { history } from '../kernel/history.ts';
import type { MailEvent } from './events.ts';

/** How what happened to mails is told. */
export const mailHistory = history<MailEvent>({
  streams: ['mail'],
  events: {
    MailClaimed: {
      shows: ['mailId', 'uid', 'kind', 'because', 'attempt', 'until'],
      says: ({ data: { uid, kind, attempt } }, { person }) =>
        `A mail (${kind}) to ${person(uid)} is being sent${attempt > 1 ? `, for the ${attempt}th time` : ''}`,
    },
    MailSent: {
      shows: ['mailId'],
      says: () => 'The mail server took a mail',
    },
    MailGivenUp: {
      shows: ['mailId', 'because', 'code'],
      says: ({ data }) =>
        data.because === 'refused'
          ? `A mail was refused by the mail server (${data.code})`
          : 'A mail will never be sent: it is too old, or nobody is to have it any more',
    },
  },
});
