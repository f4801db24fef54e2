import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Links } from '../links/links.ts';
import { PasswordRules } from '../passwords/password-rules.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { AccountChanges } from './account-changes.ts';
import { Accounts } from './accounts.ts';

const now = () => new Date('2026-01-02T03:04:05.000Z');
const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
const newPassword = 'another good one';

/** Somebody who is signed in at two places, and what opens a link to a new password. Nothing reacts to events here. */
async function signedInTwice() {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ now, appended: (events) => readModels.follow([sessionDocuments], events) });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
  };
  const deps = { commands, readModels, secrets, passwords, now };
  const [accounts, sessions, links] = [new Accounts(deps), new Sessions(deps), new Links(deps)];
  const changes = new AccountChanges({
    ...deps,
    ...{ accounts, sessions, links },
    rules: new PasswordRules({ minimum: 6 }),
    isAdmin: async () => false,
    endFactorsOf: async () => ({ position: 0n }),
    mailing: { isSent: true, secretLinks: 'sent' },
  });
  const { uid, accountId } = await accounts.open(mina, contextOf('sign up'));
  const signIn = (key: string) =>
    sessions.start({ uid, accountId, by: 'password', browser: 'Firefox on Linux' }, contextOf(key));
  const [here, elsewhere] = [await signIn('here'), await signIn('elsewhere')];
  await links.request({ uid, accountId, purpose: 'recover', email: mina.email, generation: 0 }, contextOf('ask'));
  const link = links.tokenOf(commands.ofType('LinkRequested')[0]?.stream ?? '', 'recover');
  const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid: here.sid, provedAt: now() } as const;
  const run = () => Promise.all([here, elsewhere].map(async ({ sid }) => (await sessions.now(sid)) !== undefined));
  return { changes, caller, link, run };
}

it('a changed password has ended the other sessions by the time that it is answered, and not this one', async () => {
  const { changes, caller, run } = await signedInTwice();
  expect(await run()).toEqual([true, true]);
  await changes.changePassword(caller, { password: mina.password, newPassword }, contextOf('change'));
  expect(await run()).toEqual([true, false]);
});

it('a password by a mailed link has ended all sessions by the time that it is answered', async () => {
  const { changes, link, run } = await signedInTwice();
  await changes.resetPassword({ link, password: newPassword }, contextOf('reset'));
  expect(await run()).toEqual([false, false]);
});
