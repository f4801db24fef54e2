import type { Because, MailClaimed } from '../events.ts';
import { isThatOf, type PostedMail } from '../mail.ts';

export type ClaimMail = {
  type: 'ClaimMail';
  mailId: string;
  uid: string;
  kind: string;
  because: Because;
  /** ISO 8601, UTC. */
  now: string;
  /** Milliseconds of the first claim, and of the longest. */
  lease: { readonly first: number; readonly most: number };
};

/**
 * A lease on sending a mail: whoever has it is the only one who sends, until it is over. Each is twice as long as the one before
 * (back-off), so that a mail server which is away for a day costs a dozen events a mail, not thousands.
 */
export function claimMail({ type: _, now, lease, ...wanted }: ClaimMail, mail: PostedMail): MailClaimed[] {
  if (mail.status === 'done') return [];
  if (mail.status === 'claimed' && (!isThatOf(mail, wanted) || mail.until > now)) return [];
  const attempt = mail.status === 'claimed' ? mail.attempt + 1 : 1;
  const until = new Date(Date.parse(now) + Math.min(lease.first * 2 ** (attempt - 1), lease.most)).toISOString();
  return [{ type: 'MailClaimed', data: { ...wanted, attempt, until } }];
}
