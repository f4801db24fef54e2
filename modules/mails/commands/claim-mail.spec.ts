import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { mail, type PostedMail } from '../mail.ts';
import { mailClaimed, mailPast, mailRefused, mailSent } from '../testing/examples.ts';
import { claimMail } from './claim-mail.ts';
import { finishMail } from './finish-mail.ts';

const minute = 60_000;
const first = Date.parse(mailClaimed().data.until) - 2 * minute;
const at = (milliseconds: number) => new Date(first + milliseconds).toISOString();
const claim = (milliseconds: number) => (state: PostedMail) => {
  const { mailId, uid, kind, because } = mailClaimed().data;
  const lease = { first: 2 * minute, most: 120 * minute };
  return claimMail({ type: 'ClaimMail', mailId, uid, kind, because, now: at(milliseconds), lease }, state);
};
const finish = (state: PostedMail) => finishMail({ type: 'FinishMail', mailId: 'm1', outcome: { was: 'sent' } }, state);

describe('a claim on a mail', () => {
  it('is one node’s until it is over, and then another’s for twice as long', () => {
    given(mail).when(claim(0)).then(mailClaimed());
    given(mail, mailClaimed())
      .when(claim(2 * minute - 1))
      .thenNothing();
    given(mail, mailClaimed())
      .when(claim(2 * minute))
      .then(mailClaimed({ attempt: 2, until: at(6 * minute) }));
  });

  it('is made on none that is done with', () => {
    for (const done of [mailSent(), mailPast(), mailRefused()]) {
      given(mail, mailClaimed(), done)
        .when(claim(10 * minute))
        .thenNothing();
    }
  });
});

describe('what became of a mail', () => {
  it('is said once, also when two nodes have sent it', () => {
    given(mail, mailClaimed()).when(finish).then(mailSent());
    for (const done of [mailSent(), mailPast(), mailRefused()]) {
      given(mail, mailClaimed(), done).when(finish).thenNothing();
    }
    given(mail).when(finish).thenNothing();
  });
});
