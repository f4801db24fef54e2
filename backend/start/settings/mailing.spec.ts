import { describe, expect, it } from 'vitest';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from './config.ts';
import { mailingOf, mailWayOf } from './mailing.ts';

const production = { NODE_ENV: 'production', IDENTITY_KEYS: '{}', PAYMENTS: 'sandbox' };
const smtp = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example', PUBLIC_URL: 'http://localhost' };
const others = { HOST: '0.0.0.0', DEMO: 'public' };

function shop(settings: Record<string, string>) {
  const config = readConfig(settings);
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const way = mailWayOf(config, { origin: () => 'http://127.0.0.1:3000', log: openLog('silent'), print });
  return { way, printed, mailing: mailingOf(config) };
}

describe('what a shop does with mails', () => {
  it.each([
    ['sent with a mail server, wherever it runs', smtp, { isSent: true, secretLinks: 'sent' }, false],
    ['sent in production too', { ...production, ...smtp }, { isSent: true, secretLinks: 'sent' }, false],
    ['kept without one, and secret links printed', {}, { isSent: false, secretLinks: 'printed' }, true],
    ['kept where others reach it, and secret links nowhere', others, { isSent: false, secretLinks: 'nowhere' }, true],
    ['not even written in production without one', production, { isSent: false, secretLinks: 'nowhere' }, undefined],
  ])('is said by its settings: %s', (_, settings, mailing, isKept) => {
    const found = shop(settings);
    expect(found.mailing).toEqual(mailing);
    expect(found.way?.isKept).toBe(isKept);
    expect(found.way?.postman !== undefined).toBe(mailing.secretLinks !== 'nowhere');
  });

  it('prints of a mail with a secret link where it leads, to the terminal of a shop that only this machine reaches', async () => {
    const { way, printed } = shop({});
    const mail = { to: { uid: 'u1' }, kind: 'recover', subject: 'Set a new password', paragraphs: ['Hidden.'] };
    const action = { label: 'Set a new password', path: '/account/link#token' };
    const due = { id: 'm1', address: 'mina@example.com', mail: { ...mail, action, goodFor: 1, perHour: 1 } };
    await way?.postman?.send(due, new AbortController().signal);
    expect(printed).toEqual(['Set a new password (mina@example.com): http://127.0.0.1:3000/account/link#token']);
  });
});
