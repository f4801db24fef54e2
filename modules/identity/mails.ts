import type { Commands } from '../kernel/commands.ts';
import type { StoredEvent } from '../kernel/event.ts';
import { type MailDefinition, type Mails, mails } from '../kernel/mails.ts';
import { pages } from '../kernel/wire/page-addresses.ts';
import { account, accountIdIn } from './accounts/account.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { EmailChanged } from './contract.ts';
import type {
  AccountTakenOver,
  LoginLinked,
  LoginUnlinked,
  PasswordChanged,
  SessionEnded,
  SignUpRefused,
} from './events.ts';
import { lookAtAccount, notYou } from './not-you.ts';

type Told =
  | PasswordChanged
  | EmailChanged
  | LoginLinked
  | LoginUnlinked
  | AccountTakenOver
  | SessionEnded
  | SignUpRefused;

const whatChanged = {
  changed: ['Your password was changed', 'The password of your account was changed just now.'],
  recovered: [
    'You have a new password',
    'The password of your account was set anew just now, by a link that was mailed to you.',
  ],
  set: ['Your account has a password now', 'You can log in with your email and a password from now on, too.'],
} as const;

const signedOut = 'Whoever else was signed in has been signed out.';
/** Somebody else's password keeps out whoever reads this: only a mailed link lets them in. */
const notYourPassword =
  'If it was not you, set a new one at once by a mailed link. Whoever has the account now is signed out by that.';
const otherWaysIn =
  'With what else one can log in is listed in My Profile. If anything there is not yours, take it away: a new password does not.';
const newPassword = { label: 'Set a new password', path: pages.recover };
/** Whoever has an account can make what these tell of happen again and again. */
const countsWith = 'notices';

/**
 * What identity writes: whoever has an account hears of everything that changes how one gets into it, at the address where they can still
 * do something about it.
 */
export function identityMails({ accounts, commands }: { accounts: Accounts; commands: Commands }): Mails {
  /** To the account's own address: not everybody who has one has come to the shop with it. */
  const toHolder = async (
    { stream, data: { uid } }: StoredEvent<{ type: string; data: { uid: string } }>,
    mail: Omit<MailDefinition, 'to' | 'countsWith'>,
  ): Promise<MailDefinition | undefined> => {
    const holder = await accounts.find({ uid, accountId: accountIdIn(stream) });
    return holder && { to: { uid, address: holder.email }, countsWith, ...mail };
  };

  return mails<Told>({
    on: {
      PasswordChanged: (event) => {
        const { because } = event.data;
        const [subject, what] = whatChanged[because];
        const others = because === 'recovered' ? [otherWaysIn] : [];
        const paragraphs = [`${what} ${signedOut}`, ...others, notYourPassword];
        return toHolder(event, { kind: 'password-changed', subject, paragraphs, action: newPassword });
      },
      // The new address is not named to the old one, which may be somebody else's by now. The old one's mail counts by itself: it is the last
      // that goes there, and must come whatever was mailed before it.
      EmailChanged: ({ data: { uid, email, before } }) => [
        {
          to: { uid, address: before },
          kind: 'email-left',
          subject: 'Your account has another email address',
          paragraphs: [
            'This was the address of your account until now. You log in with the new one, and mails go there.',
            'If it was not you, please write to the shop at once.',
          ],
          perHour: 2,
        },
        {
          to: { uid, address: email },
          kind: 'email-changed',
          countsWith,
          subject: 'This is the address of your account now',
          paragraphs: [`You log in with this address from now on. ${signedOut}`],
          action: lookAtAccount,
        },
      ],
      LoginLinked: (event) =>
        toHolder(event, {
          kind: 'login-linked',
          subject: 'You can log in with Google now',
          paragraphs: ['Google was added to the ways into your account just now.', notYou],
          action: lookAtAccount,
        }),
      LoginUnlinked: (event) =>
        toHolder(event, {
          kind: 'login-unlinked',
          subject: 'A Google login was taken from your account',
          paragraphs: ['A Google account was taken from the ways into your account just now.', notYou],
          action: lookAtAccount,
        }),
      AccountTakenOver: (event) =>
        toHolder(event, {
          kind: 'taken-over',
          subject: 'Your account is yours alone now',
          paragraphs: [
            `${'login' in event.data ? 'You logged in with Google, which says' : 'You set a new password by a link that was mailed to you, which shows'} that this address is yours. There was an account of it that nobody had proved to be theirs.`,
            'You have that account now. What opened it before opens it no more: its password, any other login with Google, authenticator apps, passkeys and recovery codes. Whoever was signed in to it has been signed out.',
            'If it was not you who opened it, look at the name, the phone and the address in it before you order.',
          ],
          action: lookAtAccount,
        }),
      SessionEnded: ({ data: { uid, because } }) =>
        because === 'reused'
          ? {
              to: { uid },
              kind: 'session-reused',
              countsWith,
              subject: 'We signed you out in one place',
              paragraphs: [
                'A sign-in of yours was used in two places at once, as if somebody had copied it. We have ended it.',
                'If you do not know why, set a new password and see where you are signed in.',
              ],
              action: lookAtAccount,
              perHour: 2,
            }
          : undefined,
      async SignUpRefused({ data: { accountId } }) {
        const holder = accountId === undefined ? undefined : await commands.load(account, accountId);
        if (holder?.status !== 'open') return undefined;
        return {
          to: { uid: holder.uid, address: holder.email },
          kind: 'sign-up-refused',
          countsWith,
          subject: 'Somebody tried to sign up with your address',
          paragraphs: [
            'You have an account with this address already, and nothing has happened to it.',
            'If it was you, please log in. If it was not, there is nothing that you must do.',
          ],
          action: { label: 'Log in', path: pages.login },
          perHour: 1,
        };
      },
    },
  });
}
