import { type MailDefinition, type Mails, mails } from '../../kernel/mails.ts';
import { lookAtAccount, notYou } from '../not-you.ts';
import type { MakeRecoveryCodes } from './commands/make-recovery-codes.ts';
import type { FactorEvent } from './events.ts';

/** The command by which somebody has new recovery codes made. */
const renewing: MakeRecoveryCodes['type'] = 'MakeRecoveryCodes';

const told = (uid: string, kind: string, subject: string, what: string): MailDefinition => ({
  to: { uid },
  kind,
  countsWith: 'notices',
  subject,
  paragraphs: [what, notYou],
  action: lookAtAccount,
});

/** Whoever asks for a second factor hears of everything that makes it another, or none. */
export function factorMails(): Mails {
  return mails<FactorEvent>({
    on: {
      TotpAdded: ({ data: { uid } }) =>
        told(uid, 'factor-added', 'Your account asks for a second factor', 'An authenticator app was added just now.'),
      PasskeyAdded: ({ data: { uid } }) =>
        told(uid, 'factor-added', 'Your account asks for a second factor', 'A passkey was added just now.'),
      FactorRemoved: ({ data: { uid } }) =>
        told(
          uid,
          'factor-removed',
          'A second factor was taken away',
          'An authenticator app or a passkey was removed just now.',
        ),
      // Those that come with the first factor take nothing's place, and its mail says enough.
      RecoveryCodesMade: ({ data: { uid }, meta }) =>
        meta.command === renewing
          ? told(
              uid,
              'recovery-codes-made',
              'You have new recovery codes',
              'The recovery codes of before are good no more.',
            )
          : undefined,
      RecoveryCodeUsed: ({ data: { uid } }) =>
        told(
          uid,
          'recovery-code-used',
          'A recovery code was used',
          'Somebody logged in with a recovery code just now.',
        ),
      FactorsEnded: ({ data: { uid, because } }) =>
        because === 'reset-by-operator'
          ? told(uid, 'factors-ended', 'Your second factors are gone', 'An operator of the shop took them away.')
          : undefined,
    },
  });
}
