import { SessionOver } from '../../kernel/errors.ts';
import type { EndedBecause } from '../events.ts';
import { accountDeleted } from '../words/contract.ts';

/** Why somebody is signed out, as they read it where they log in again. */
const sentences: Readonly<Record<EndedBecause, string>> = {
  'signed-out': 'You signed out. Please log in again.',
  'signed-out-elsewhere': 'You signed out of this browser from another place. Please log in again.',
  'by-admin': 'An admin signed you out. Please log in again.',
  'password-changed': 'Your password was changed. Please log in with the new one.',
  'email-changed': 'Your email was changed. Please log in with the new one.',
  'taken-over': 'The owner of this address has signed in to the account. Please log in again.',
  forgotten: accountDeleted,
  reused:
    'This session was ended because its cookie was used twice: somebody may have copied it. Please log in again, and change your password if you see anything strange.',
  'too-many': 'You signed in at many other places since. Please log in again.',
  'ran-out': 'You were signed in for as long as one may be. Please log in again.',
  idle: 'You were signed out after an hour in which you did nothing. Please log in again.',
};

/** A session's tokens and cookies open nothing any more, and the person is told why. */
export function sessionOver(because: EndedBecause): SessionOver {
  return new SessionOver(sentences[because]);
}
