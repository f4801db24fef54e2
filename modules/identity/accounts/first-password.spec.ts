import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { ConfirmAgain } from '../../kernel/errors.ts';
import { proofMinutes } from '../../kernel/time/fresh-proof.ts';
import { Logins } from '../google/logins.ts';
import { Links } from '../links/links.ts';
import { PasswordRules } from '../passwords/password-rules.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { AccountChanges } from './account-changes.ts';
import { Accounts } from './accounts.ts';

const now = () => new Date('2026-01-02T03:04:05.000Z');

it('a first password is set by who has proved a moment ago who they are, and not by whoever sits at their screen', async () => {
  const commands = new InMemoryCommands({ now });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const passwords = { hash: async (password: string) => `hash of ${password}`, verify: async () => false };
  const nobody = { isAdmin: async () => false, endFactorsOf: async () => ({ position: 0n }) };
  const deps = { commands, readModels: new InMemoryReadModels(), secrets, passwords, now, ...nobody };
  const accounts = new Accounts(deps);
  const logins = new Logins({ ...deps, accounts });
  const changes = new AccountChanges({
    ...deps,
    ...{ accounts, sessions: new Sessions(deps), links: new Links(deps), rules: new PasswordRules({ minimum: 6 }) },
    mailing: { isSent: true, secretLinks: 'sent' },
  });
  const mina = { name: 'Mina', email: 'mina@example.com', isProved: true };
  const login = logins.loginOf({ issuer: 'https://accounts.example', subject: 'mina' });
  const arrival = await logins.arrive({ ...mina, login }, contextOf('arrive'));
  const uid = arrival.kind === 'home' ? arrival.holder.uid : '';
  const set = (minutesAgo: number) => {
    const provedAt = new Date(now().getTime() - minutesAgo * 60_000);
    const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid: 's1', provedAt } as const;
    return changes.changePassword(caller, { password: '', newPassword: 'a good one' }, contextOf(`${minutesAgo}`));
  };
  await expect(set(proofMinutes + 1)).rejects.toThrow(ConfirmAgain);
  expect(commands.ofType('PasswordChanged')).toEqual([]);
  await set(1);
  expect(commands.ofType('PasswordChanged')).toMatchObject([{ data: { uid, because: 'set' } }]);
});
