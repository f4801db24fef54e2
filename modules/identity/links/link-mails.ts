import { type MailDefinition, type Mails, mails } from '../../kernel/mails.ts';
import { pages } from '../../kernel/wire/page-addresses.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { linkMinutes } from '../bounds/contract.ts';
import type { LinkPurpose } from '../contract.ts';
import type { LinkRequested, RecoveryForNobody } from '../events.ts';
import { type Links, linkLifetime } from './links.ts';

const nothingToDo = 'If it was not you, you need not do anything: nobody gets anywhere without this mail.';
const good = `The link below is good for ${linkMinutes} minutes, and once.`;
const wantsLogin = `${good} Open it in a browser in which you are logged in to your account.`;

/** What each link is mailed with; what its button says is also the subject. */
const words: Readonly<Record<LinkPurpose, { subject: string; why: string; how: string; notYou: string }>> = {
  recover: {
    subject: 'Set a new password',
    why: 'Somebody, probably you, said that they forgot the password of your account.',
    how: good,
    notYou: nothingToDo,
  },
  prove: {
    subject: 'Confirm your email',
    why: 'Please confirm that this is your address. Then we know that what we write reaches you.',
    how: wantsLogin,
    notYou:
      'If you have not opened an account here, somebody else has with your address. You need not do anything; or ask for a new password, and the account is yours alone.',
  },
  'change-email': {
    subject: 'Confirm your new email',
    why: 'Somebody, probably you, wants this to be the email of their account.',
    how: wantsLogin,
    notYou: nothingToDo,
  },
};

/** To the address that an account has yet: the other one is not named to it. */
const asked = {
  kind: 'email-asked',
  subject: 'Somebody wants another email for your account',
  paragraphs: [
    `Somebody, probably you, who is signed in to your account asked for another email for it. It changes once they use the link that we have mailed there, within ${linkMinutes} minutes.`,
    'If it was not you, set a new password at once. Whoever has the account now is signed out by that, and their link is good no more.',
  ],
  action: { label: 'Set a new password', path: pages.recover },
  perHour: 5,
  countsWith: 'notices',
} as const;

/**
 * Mails the links that people asked for. What opens one is worked out when it is sent, and kept nowhere. Of another email the
 * address of before hears, too, while its owner can still do something about it.
 */
export function linkMails({ accounts, links }: { accounts: Accounts; links: Links }): Mails {
  const bounds = { goodFor: linkLifetime, perHour: 5, secretLink: true } as const;
  /** Anybody may ask for it, and must not keep its owner from it. */
  const forAnybody = { isSpread: true } as const;
  return mails<LinkRequested | RecoveryForNobody>({
    on: {
      async LinkRequested({ data, stream }) {
        const { uid, purpose, email } = data;
        const holder = await accounts.find(data);
        if (!holder) return undefined;
        const { subject, why, how, notYou } = words[purpose];
        const link: MailDefinition = {
          ...bounds,
          ...(purpose === 'recover' && forAnybody),
          to: { uid, address: email },
          kind: purpose,
          subject,
          paragraphs: [why, how, notYou],
          action: { label: subject, path: `${pages.link}#${links.tokenOf(stream, purpose)}` },
        };
        // Once the account has changed, nothing can become of the link any more, or it was used, of which there is a mail.
        const isPending = purpose === 'change-email' && holder.generation === data.generation;
        return isPending ? [link, { to: { uid, address: holder.email }, ...asked }] : link;
      },
      // The keyed hash of the address stands where somebody's uid would: so an address has as many places, whosever it is.
      RecoveryForNobody: ({ data: { accountId } }) => ({
        to: { uid: accountId, isNobody: true },
        kind: 'recover',
        subject: words.recover.subject,
        paragraphs: [],
        ...bounds,
        ...forAnybody,
      }),
    },
  });
}
