import { projection } from '../../kernel/projection.ts';
import type { Because, MailEvent } from '../events.ts';

/** A mail that somebody has claimed and nobody has said to be sent; `at`: when the claim is over. */
export type OpenMail = {
  readonly mailId: string;
  readonly uid: string;
  readonly kind: string;
  readonly because: Because;
  readonly at: string;
};

/** The mails that are under way, by when another node may claim them. */
export const openMails = projection<OpenMail, MailEvent>({
  name: 'open-mails',
  version: 1,
  indexes: { open: ({ at, mailId }) => ({ key: '', sort: `${at} ${mailId}` }) },
  on: {
    MailClaimed: {
      id: ({ data }) => data.mailId,
      evolve: (_, { data: { mailId, uid, kind, because, until } }) => ({ mailId, uid, kind, because, at: until }),
    },
    MailSent: { id: ({ data }) => data.mailId, evolve: () => undefined },
    MailGivenUp: { id: ({ data }) => data.mailId, evolve: () => undefined },
  },
});
