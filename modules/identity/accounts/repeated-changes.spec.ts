import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { inSession } from '../../../backend/testing/deciding/in-session.ts';
import { Invalid, KeyUsedBefore } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import { Links } from '../links/links.ts';
import { PasswordRules } from '../passwords/password-rules.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { cookiesIn, identityUnderTest, mina } from '../testing/identity-under-test.ts';
import { AccountChanges } from './account-changes.ts';
import { Accounts } from './accounts.ts';

const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};
const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
const now = () => new Date('2026-01-02T03:04:05.000Z');

describe('a command that comes again about another secret', () => {
  const asked = async (...purposes: readonly ('recover' | 'prove')[]) => {
    const commands = new InMemoryCommands({ now });
    const readModels = new InMemoryReadModels();
    const accounts = new Accounts({ commands, passwords, secrets });
    const sessions = new Sessions({ commands, readModels, secrets, now });
    const links = new Links({ commands, secrets, now });
    const rules = new PasswordRules({ minimum: 6 });
    const nobody = { isAdmin: async () => false, endFactorsOf: async () => ({ position: 0n }) };
    const mailing = { isSent: true, secretLinks: 'sent' } as const;
    const deps = {
      commands,
      readModels,
      accounts,
      sessions,
      links,
      rules,
      passwords,
      secrets,
      mailing,
      now,
      ...nobody,
    };
    const { uid, accountId } = await accounts.open(mina, contextOf('sign up', { payload: mina.email }));
    for (const [at, purpose] of purposes.entries()) {
      await links.request({ uid, accountId, purpose, email: mina.email, generation: 0 }, contextOf(`ask ${at}`));
    }
    const streams = commands.ofType('LinkRequested').map(({ stream }) => stream);
    const tokens = purposes.map((purpose, at) => links.tokenOf(streams[at] ?? '', purpose));
    return {
      commands,
      changes: new AccountChanges(deps),
      tokens,
      caller: { uid, email: mina.email, name: mina.name, role: 'user', ...inSession } satisfies Caller,
    };
  };
  const context = keyedContextOf('the same');

  it('is refused for another new password, which is not set', async () => {
    const { commands, changes, caller } = await asked();
    const change = (newPassword: string) =>
      changes.changePassword(caller, { password: mina.password, newPassword }, context);
    const first = await change('another good one');
    expect(await change('another good one')).toEqual(first);
    await expect(change('a third good one')).rejects.toThrow(KeyUsedBefore);
    const beside = keyedContextOf('beside');
    const both = ['a fourth good one', 'a fifth good one'].map((newPassword) =>
      changes.changePassword(caller, { password: 'another good one', newPassword }, beside),
    );
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(commands.ofType('PasswordChanged')).toHaveLength(2);
  });

  it('is refused for another password by the same link, and uses up no other link', async () => {
    const { commands, changes, tokens } = await asked('recover', 'recover');
    const reset = (link: string | undefined, password: string) =>
      changes.resetPassword({ link: link ?? '', password }, context);
    const first = await reset(tokens[0], 'another good one');
    expect(await reset(tokens[0], 'another good one')).toEqual(first);
    await expect(reset(tokens[0], 'a third good one')).rejects.toThrow(KeyUsedBefore);
    await expect(reset(tokens[1], 'another good one')).rejects.toThrow(KeyUsedBefore);
    expect([commands.ofType('PasswordChanged').length, commands.ofType('LinkUsed').length]).toEqual([1, 1]);
  });

  it('is refused for another link that proves the address, which stays good', async () => {
    const { commands, changes, tokens, caller } = await asked('prove', 'prove');
    const [one = '', other = ''] = tokens;
    const first = await changes.confirmEmail(one, caller.uid, context);
    expect(await changes.confirmEmail(one, caller.uid, context)).toEqual(first);
    await expect(changes.confirmEmail(other, caller.uid, context)).rejects.toThrow(KeyUsedBefore);
    expect(commands.ofType('LinkUsed')).toHaveLength(1);
  });

  it('is refused for another link also where the first had nothing to prove any more', async () => {
    const { commands, changes, tokens, caller } = await asked('prove', 'prove', 'prove');
    const [one = '', other = '', third = ''] = tokens;
    await changes.confirmEmail(third, caller.uid, contextOf('before'));
    await changes.confirmEmail(one, caller.uid, context);
    await expect(changes.confirmEmail(other, caller.uid, context)).rejects.toThrow(KeyUsedBefore);
    expect(commands.ofType('LinkUsed')).toHaveLength(2);
  });
});

describe('a change that comes again under its key', () => {
  const newPassword = 'another good one';
  const newEmail = 'new@example.com';

  /** Somebody who is signed in at two places, and does one of these things again and again under the same key. */
  async function changing() {
    const shop = await identityUnderTest();
    const { ask, callerOf, identity, commands, lastLink } = shop;
    const signedUp = await ask('POST /identity/sign-up', { body: mina, command: contextOf('sign up') });
    const caller = await callerOf(signedUp);
    const elsewhere = await callerOf(await shop.signIn(mina.password, 'elsewhere'));
    const linkTo = async (path: string, body: object, purpose: 'recover' | 'change-email') => {
      await ask(`POST /identity/${path}`, { caller, body, command: contextOf(path) });
      const asked = commands.ofType('RecoveryAsked');
      for (const event of asked) await identity.reactors.find(({ name }) => name === 'mail-links')?.react(event);
      return lastLink(purpose);
    };
    const command = keyedContextOf('change');
    const changes = {
      async password() {
        const body = { password: mina.password, newPassword };
        return () => ask('POST /identity/password', { caller, body, command });
      },
      async reset() {
        const link = await linkTo('recover', { email: mina.email }, 'recover');
        return () => ask('POST /identity/reset-password', { body: { link, password: newPassword }, command });
      },
      async email() {
        const link = await linkTo('email', { email: newEmail }, 'change-email');
        const cookies = cookiesIn(signedUp.headers?.['Set-Cookie']);
        return () => ask('POST /identity/link', { body: { link }, cookies, command });
      },
    };
    return { ...shop, caller, elsewhere, changes };
  }

  it.each([
    ['password', newPassword, mina.email],
    ['reset', newPassword, mina.email],
    ['email', mina.password, newEmail],
  ] as const)('(%s) ends no session that began since', async (which, password, email) => {
    const { changes, elsewhere, runs, clock, signIn, callerOf } = await changing();
    const change = await changes[which]();
    const { status } = await change();
    expect(await runs(elsewhere)).toBe(false);
    clock.at += 60_000;
    const since = await callerOf(await signIn(password, 'since', email));
    expect((await change()).status).toBe(status);
    expect(await runs(since)).toBe(true);
  });

  it('is answered as it was where it asked for a link that was used since', async () => {
    const { changes, ask, caller } = await changing();
    const command = keyedContextOf('ask');
    const asked = (email: string, wanted = newEmail, by = command) =>
      ask('POST /identity/email', { caller: { ...caller, email }, body: { email: wanted }, command: by });
    const first = await asked(mina.email);
    await (await changes.email())();
    expect(await asked(newEmail)).toEqual(first);
    await expect(asked(newEmail, newEmail, keyedContextOf('anew'))).rejects.toThrow(Invalid);
    const other = keyedContextOf('ask', { payload: 'another email' });
    await expect(asked(newEmail, 'another@example.com', other)).rejects.toThrow(KeyUsedBefore);
  });
});
