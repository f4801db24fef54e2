import type { MailClaimed, MailGivenUp, MailSent } from '../events.ts';

/** Events of one mail as specs need them: the usual case, but for what the sentence is about. */

export const mailClaimed = (but: Partial<MailClaimed['data']> = {}): MailClaimed => ({
  type: 'MailClaimed',
  data: {
    mailId: 'm1',
    uid: 'u1',
    kind: 'receipt',
    because: { stream: 'booking-b1', revision: 2 },
    attempt: 1,
    until: '2026-01-02T03:06:05.000Z',
    ...but,
  },
});

export const mailSent = (): MailSent => ({ type: 'MailSent', data: { mailId: 'm1' } });

export const mailPast = (): MailGivenUp => ({ type: 'MailGivenUp', data: { mailId: 'm1', because: 'past' } });

export const mailRefused = (): MailGivenUp => ({
  type: 'MailGivenUp',
  data: { mailId: 'm1', because: 'refused', code: 550 },
});
