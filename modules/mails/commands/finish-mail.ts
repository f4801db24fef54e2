import type { MailGivenUp, MailSent } from '../events.ts';
import type { PostedMail } from '../mail.ts';

export type FinishMail = {
  type: 'FinishMail';
  mailId: string;
  outcome: { was: 'sent' } | { was: 'past' } | { was: 'refused'; code: number };
};

/** Says what became of a mail. Once is enough: a mail that was sent twice, after a crash, is sent. */
export function finishMail({ mailId, outcome }: FinishMail, mail: PostedMail): (MailSent | MailGivenUp)[] {
  if (mail.status !== 'claimed') return [];
  if (outcome.was === 'sent') return [{ type: 'MailSent', data: { mailId } }];
  const { was: because } = outcome;
  const data = because === 'refused' ? { mailId, because, code: outcome.code } : { mailId, because };
  return [{ type: 'MailGivenUp', data }];
}
