import type { Mailing } from '../../modules/kernel/mails.ts';
import type { Config } from './config.ts';
import { openToOthersBy } from './demo.ts';

/** What a shop with these settings can do with mails. */
export function mailingOf(config: Config): Mailing {
  if (config.SMTP_URL !== undefined) return { isSent: true, secretLinks: 'sent' };
  // Whoever sits at the terminal of a shop that only this machine reaches may have any account of it.
  const isOwn = keepsMails(config) && openToOthersBy(config) === undefined;
  return { isSent: false, secretLinks: isOwn ? 'printed' : 'nowhere' };
}

/** Whether a shop with these settings keeps the mails that it would send, for people to try it with. */
export function keepsMails({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  return SMTP_URL === undefined && NODE_ENV !== 'production';
}
