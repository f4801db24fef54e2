import { type Mails, mails } from '../kernel/mails.ts';
import { pages } from '../kernel/page-addresses.ts';
import type { Accounts } from './accounts.ts';
import type { LinkPurpose } from './contract.ts';
import type { LinkRequested } from './events.ts';
import { type Links, linkLifetime } from './links.ts';

/** What each link is mailed with; what its button says is also the subject. */
const words: Readonly<Record<LinkPurpose, { subject: string; why: string }>> = {
  recover: {
    subject: 'Set a new password',
    why: 'Somebody, probably you, said that they forgot the password of your account.',
  },
  prove: {
    subject: 'Confirm your email',
    why: 'Please confirm that this is your address. Then we know that what we write reaches you.',
  },
  'change-email': {
    subject: 'Confirm your new email',
    why: 'Somebody, probably you, wants this to be the email of their account.',
  },
};

/** Mails the links that people asked for. What opens one is worked out when it is sent, and kept nowhere. */
export function linkMails({ accounts, links }: { accounts: Accounts; links: Links }): Mails {
  return mails<LinkRequested>({
    on: {
      async LinkRequested({ data, stream }) {
        const { uid, purpose, email } = data;
        if (!(await accounts.find(data))) return undefined;
        const { subject, why } = words[purpose];
        return {
          to: { uid, address: email },
          kind: purpose,
          subject,
          paragraphs: [
            why,
            'The link below is good for 30 minutes, and once.',
            'If it was not you, you need not do anything: nobody gets anywhere without this mail.',
          ],
          action: { label: subject, path: `${pages.link}#${links.tokenOf(stream, purpose)}` },
          goodFor: linkLifetime,
          perHour: 5,
          secretLink: true,
        };
      },
    },
  });
}
