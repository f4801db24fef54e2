import type { Mailing } from '../../../modules/kernel/mails.ts';
import type { MailWay } from '../../../modules/mails/index.ts';
import { smtpPostman } from '../../mail/smtp-postman.ts';
import { terminalPostman } from '../../mail/terminal-postman.ts';
import { failuresTo } from '../../runtime/logging/failure-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { openToOthersBy } from '../demo/demo.ts';
import { demoAdmin, demoShopper } from '../demo/seed.ts';
import type { Config } from './config.ts';

/** The demo's people have no mailbox. */
const nobodys = [demoAdmin.email, demoShopper.email];

/** What a shop with these settings can do with mails. */
export function mailingOf(config: Config): Mailing {
  if (config.SMTP_URL !== undefined) return { isSent: true, secretLinks: 'sent' };
  // Whoever sits at the terminal of a shop that only this machine reaches may have any account of it.
  const isOwn = keepsMails(config) && openToOthersBy(config) === undefined;
  return { isSent: false, secretLinks: isOwn ? 'printed' : 'nowhere' };
}

/** Whether a shop with these settings keeps the mails that it would send, for people to try it with. */
function keepsMails({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  return SMTP_URL === undefined && NODE_ENV !== 'production';
}

/** How a shop with these settings sends mails, or keeps them; undefined when it does neither. */
export function mailWayOf(
  config: Config,
  wiring: { origin: () => string; log: Log; print?: (line: string) => void },
): MailWay | undefined {
  const origin = () => config.PUBLIC_URL ?? wiring.origin();
  const tries = failuresTo('sending mails', wiring.log);
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (url !== undefined && from !== undefined) {
    return { tries, isKept: false, postman: smtpPostman({ url, from, origin, nobodys }) };
  }
  if (!keepsMails(config)) return undefined;
  const { print = console.log } = wiring;
  const isPrinted = mailingOf(config).secretLinks === 'printed';
  return { tries, isKept: true, ...(isPrinted && { postman: terminalPostman({ print, origin }) }) };
}
