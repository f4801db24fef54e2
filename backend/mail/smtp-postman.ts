import type { SentMessageInfo, Transporter } from 'nodemailer';
import { madeOnce } from '../../modules/kernel/concurrency/made-once.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { DueMail } from '../../modules/mails/due-mails.ts';
import { longestTry, MailRefused, type Postman } from '../../modules/mails/postman.ts';
import { letterOf } from './letter.ts';
import { refusalOf } from './refusal-of.ts';

/** Milliseconds to wait for a connection, for the server's greeting, and for its next word: as long as the whole try may take. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: longestTry.most };

/** What nodemailer says went wrong: in words that may hold the address, which are left out, and in codes. */
type Failure = { readonly code?: unknown; readonly responseCode?: unknown; readonly command?: unknown };

/**
 * Sends mails over SMTP, a connection each, so that none is sent again by itself when a connection breaks.
 * @param options.from `Inventory <shop@example.com>`
 * @param options.nobodys addresses that are made up, and may be somebody's all the same: nothing is ever sent to them
 */
export function smtpPostman(options: {
  url: string;
  from: string;
  origin: () => string;
  nobodys?: readonly string[];
}): Postman {
  /** Loaded for the first mail: no start waits for it. */
  const transport = madeOnce(() => transportTo(options.url));
  const host = options.from.replace(/>$/, '').split('@').at(-1);
  const isNobodys = (address: string) => options.nobodys?.includes(address) === true;
  async function deliver({ id, mail, address }: DueMail, signal: AbortSignal): Promise<void> {
    await (await transport()).sendMail({
      from: options.from,
      to: { name: '', address },
      messageId: `<${id}@${host}>`,
      ...letterOf(mail, options.origin()),
      // RFC 3834: so that no mailbox answers that somebody is away.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      signal,
    });
  }
  return {
    async send(due, signal) {
      if (isNobodys(due.address)) throw new MailRefused(550);
      try {
        await deliver(due, signal);
      } catch (reason) {
        throw described(reason);
      }
    },
    async trySending(due, signal) {
      if (isNobodys(due.address)) {
        const said = 'nothing is sent to this address: it is the demo’s, and nobody’s';
        return { said, reason: new MailRefused(550) };
      }
      try {
        await deliver(due, signal);
        return undefined;
      } catch (reason) {
        const said = refusalOf(signal.aborted ? 'time' : reason, { server: options.url, address: due.address });
        return { said, reason: described(reason) };
      }
    },
  };
}

/** With a password, TLS is asked for unless the server is on this machine: else who sits in between could take TLS away. */
async function transportTo(address: string): Promise<Transporter<SentMessageInfo>> {
  const { createTransport } = (await import('nodemailer')).default;
  const { hostname, password, protocol } = new URL(address);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const requireTLS = password !== '' && protocol === 'smtp:' && !isHere;
  return createTransport({
    url: address,
    ...timeouts,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * An answer of 5xx to the recipient or to the mail itself is for good (RFC 5321, 4.2.1). One to how the shop signs in, or to whom it says that
 * it is, will come for every mail until somebody mends the settings; and what is 4xx, or breaks, may pass.
 */
function described(reason: unknown): MailRefused | Unavailable {
  const { code, responseCode, command } = Object(reason) as Failure;
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 503;
  if (isForGood && (command === 'RCPT TO' || command === 'DATA')) return new MailRefused(responseCode);
  // An address that cannot be written into an envelope.
  if (code === 'EENVELOPE' && command === 'API') return new MailRefused(553);
  const said = [code, command, responseCode].filter((one) => one !== undefined).join(', ');
  return new Unavailable(`The mail server did not take a mail (${said === '' ? 'unknown' : said}).`);
}
