import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import type { Accounts } from './accounts/accounts.ts';
import { factorMails } from './factors/mails.ts';
import { identityMails } from './mails.ts';
import * as examples from './testing/examples.ts';
import * as factorExamples from './testing/factor-examples.ts';

const holder = { uid: 'u1', email: 'mina@example.com', name: 'Mina', accountId: 'a1' };

function mailsOf({ isOpen = true } = {}) {
  const accounts = { find: async () => (isOpen ? holder : undefined) } as unknown as Accounts;
  const commands = {
    load: async () => (isOpen ? { status: 'open', ...holder } : { status: 'none' }),
    execute: async () => {
      throw new Error('Nothing is decided here.');
    },
  };
  const written = [identityMails({ accounts, commands: commands as never }), factorMails()];
  return async (event: { type: string; data: unknown }, command = 'Test') => {
    const happened = stored(event, { stream: 'account-a1', command });
    return (await Promise.all(written.map((mails) => mails.becauseOf(happened)))).flat();
  };
}

describe('who has an account', () => {
  it.each([
    ['a changed password', examples.passwordChanged(), ['password-changed']],
    ['a changed email, at both addresses', examples.emailChanged(), ['email-left', 'email-changed']],
    ['a login from elsewhere', examples.loginLinked(), ['login-linked']],
    ['one that is taken away', examples.loginUnlinked(), ['login-unlinked']],
    ['an account that is theirs now', examples.accountTakenOver(), ['taken-over']],
    ['one that is theirs by a mailed link', examples.accountTakenOverByLink(), ['taken-over']],
    ['a sign-in that was copied', examples.sessionEnded({ because: 'reused' }), ['session-reused']],
    ['a sign-up with their address', examples.signUpRefused(), ['sign-up-refused']],
    ['an authenticator app', factorExamples.totpAdded(), ['factor-added']],
    ['a passkey', factorExamples.passkeyAdded(), ['factor-added']],
    ['a factor that is taken away', factorExamples.factorRemoved(), ['factor-removed']],
    ['new recovery codes', factorExamples.recoveryCodesMade(), ['recovery-codes-made'], 'MakeRecoveryCodes'],
    ['a recovery code that was used', factorExamples.recoveryCodeUsed(), ['recovery-code-used']],
  ])('hears by mail of %s', async (_, event, kinds, command = 'Test') => {
    const written = await mailsOf()(event, command);
    expect(written.map(({ kind }) => kind)).toEqual(kinds);
    for (const { to, subject, paragraphs } of written) {
      expect(to.uid).toBe('u1');
      expect(`${subject} ${paragraphs.join(' ')}`).not.toMatch(/@|hash|erased/);
    }
  });

  it('is led to a new password by what says that theirs was changed, with which they cannot log in', async () => {
    expect((await mailsOf()(examples.passwordChanged()))[0]?.action?.path).toBe('/account/recover');
  });

  it('hears once of the first factor, whose recovery codes take nothing’s place', async () => {
    for (const command of ['AddTotp', 'AddPasskey']) {
      expect(await mailsOf()(factorExamples.recoveryCodesMade(), command)).toEqual([]);
    }
  });

  it('hears nothing of a sign-out of their own', async () => {
    expect(await mailsOf()(examples.sessionEnded())).toEqual([]);
  });

  it('hears of a sign-up once an hour', async () => {
    expect((await mailsOf()(examples.signUpRefused()))[0]?.perHour).toBe(1);
  });

  it('hears of a changed email where it was, and where it is', async () => {
    const { email, before } = examples.emailChanged().data;
    expect((await mailsOf()(examples.emailChanged())).map(({ to }) => to.address)).toEqual([before, email]);
  });

  it('hears nothing any more once the account is closed, and nothing is said of many together', async () => {
    const written = mailsOf({ isOpen: false });
    for (const event of [examples.passwordChanged(), examples.loginLinked(), examples.signUpRefused()]) {
      expect(await written(event)).toEqual([]);
    }
    expect(await mailsOf()(examples.signUpRefused({ accountId: undefined }))).toEqual([]);
  });
});
