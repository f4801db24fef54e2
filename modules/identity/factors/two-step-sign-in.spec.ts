import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import { SecondFactorWanted, Unauthorized } from '../../kernel/errors.ts';
import { cookiesIn, identityUnderTest, mina } from '../testing/identity-under-test.ts';
import type { FactorAdded, TotpOffer } from './contract.ts';
import { codeAt } from './totp.ts';

const another = 'another good one';

/** Somebody who has a second factor, and a sign-in that waits for it. */
async function waiting(password = mina.password) {
  const shop = await identityUnderTest();
  const { ask, callerOf, addApp, lastLink, clock } = shop;
  const signedUp = await ask('POST /identity/sign-up', { body: mina, command: contextOf('sign up') });
  const caller = await callerOf(signedUp);
  const change = async (from: string, newPassword: string) =>
    ask('POST /identity/password', { caller, body: { password: from, newPassword }, command: contextOf(newPassword) });
  if (password !== mina.password) await change(mina.password, password);
  const [recoveryCode] = await addApp(caller);
  const wanted: unknown = await shop.signIn(password, 'waits').catch((reason: unknown) => reason);
  const cookies = wanted instanceof SecondFactorWanted ? cookiesIn(wanted.cookie) : {};
  clock.at += 30_000;
  return {
    caller,
    change,
    finish: () =>
      ask('POST /identity/second-factor', { body: { recoveryCode }, cookies, command: contextOf('finish') }),
    async changeEmail() {
      await ask('POST /identity/email', { caller, body: { email: 'new@example.com' }, command: contextOf('ask') });
      const cookies = cookiesIn(signedUp.headers?.['Set-Cookie']);
      const body = { link: lastLink('change-email') };
      await ask('POST /identity/link', { body, cookies, command: contextOf('use') });
    },
  };
}

describe('a sign-in that waits for its second factor', () => {
  it('goes on where nothing has changed', async () =>
    expect(await (await waiting()).finish()).toMatchObject({ status: 200 }));

  it('is over once the password is another', async () => {
    const { change, finish } = await waiting();
    await change(mina.password, another);
    await expect(finish()).rejects.toThrow(Unauthorized);
  });

  it('is over once the email is another, however often the account was changed before', async () => {
    for (const password of [mina.password, another]) {
      const { changeEmail, finish } = await waiting(password);
      await changeEmail();
      await expect(finish()).rejects.toThrow(Unauthorized);
    }
  });

  it('is over once email and password are others, which count anew at the new place', async () => {
    const { changeEmail, change, finish } = await waiting(another);
    await changeEmail();
    await change(another, 'a third good one');
    await expect(finish()).rejects.toThrow(Unauthorized);
  });
});

describe('a sign-in with the password alone', () => {
  it('comes to nothing where the first second factor is added before its session begins', async () => {
    const { ask, callerOf, addApp, signIn, runs, identity, commands } = await identityUnderTest();
    const caller = await callerOf(await ask('POST /identity/sign-up', { body: mina, command: contextOf('sign up') }));
    const start = identity.sessions.start.bind(identity.sessions);
    identity.sessions.start = async (...asked) => {
      await addApp(caller);
      return start(...asked);
    };
    await expect(signIn(mina.password, 'overtaken')).rejects.toThrow(Unauthorized);
    const begun = commands.ofType('SessionStarted').map(({ stream }) => ({ sid: stream.replace(/^session-/, '') }));
    expect(await Promise.all(begun.map(runs))).toEqual([true, false]);
  });
});

describe('the first factor of somebody', () => {
  it('that is added by the same call once more ends nothing that was begun by it since', async () => {
    const { ask, signIn, callerOf, clock, runs } = await identityUnderTest();
    const caller = await callerOf(await ask('POST /identity/sign-up', { body: mina, command: contextOf('sign up') }));
    const offered = await ask('POST /me/factors/totp', { caller, command: contextOf('offer') });
    const { offer, secret } = offered.body as TotpOffer;
    const body = { offer, code: codeAt(secret, new Date(clock.at).toISOString()) };
    const add = () => ask('POST /me/factors/totp/confirm', { caller, body, command: contextOf('add') });
    const [recoveryCode] = ((await add()).body as FactorAdded).recoveryCodes ?? [];
    clock.at += 30_000;
    const wanted: unknown = await signIn(mina.password, 'waits').catch((reason: unknown) => reason);
    const cookies = wanted instanceof SecondFactorWanted ? cookiesIn(wanted.cookie) : {};
    const second = { body: { recoveryCode }, cookies, command: contextOf('finish') };
    const since = await callerOf(await ask('POST /identity/second-factor', second));
    await add();
    expect([await runs(caller), await runs(since)]).toEqual([true, true]);
  });
});
