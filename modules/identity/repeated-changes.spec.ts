import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../backend/testing/context.ts';
import { inSession } from '../../backend/testing/in-session.ts';
import { KeyUsedBefore } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';
import { AccountChanges } from './account-changes.ts';
import { Accounts } from './accounts.ts';
import { Links } from './links.ts';
import { PasswordRules } from './password-rules.ts';
import { secretsOf } from './secrets.ts';
import { Sessions } from './sessions.ts';

const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};
const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
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
