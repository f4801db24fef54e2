import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** Where the event stands that a mail is because of: what the mail says is read from there, each time. */
export type Because = { stream: string; revision: number };

/**
 * A node sends a mail from now on, and no other one does before `until` (ISO 8601, UTC). What it says and where it goes is not in here.
 * `attempt` counts the claims, from 1: each is longer than the one before.
 */
export type MailClaimed = DomainEvent<
  'MailClaimed',
  { mailId: string; uid: string; kind: string; because: Because; attempt: number; until: string }
>;

/** The mail server has taken the mail. */
export type MailSent = DomainEvent<'MailSent', { mailId: string }>;

/**
 * The mail will never be sent. `past`: it is too old by now, or nobody is to have it any more. `refused`: by the mail server, for good, with
 * `code` (RFC 5321, 4.2).
 */
export type MailGivenUp = DomainEvent<
  'MailGivenUp',
  { mailId: string; because: 'past' } | { mailId: string; because: 'refused'; code: number }
>;

export type MailEvent = MailClaimed | MailSent | MailGivenUp;

export const mailEvents = storedEvents<MailEvent>({
  MailClaimed: { version: 1 },
  MailSent: { version: 1 },
  MailGivenUp: { version: 1 },
});
