import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import type { Commands } from '../../kernel/commands.ts';
import { DamagedStream, KeyUsedBefore, NewerRelease } from '../../kernel/errors.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { changeEmail, holdAddress } from '../commands/change-email.ts';
import type { PersonForgotten } from '../contract.ts';
import type { AccountEvent } from '../events.ts';
import { closeAccount } from '../reactors/close-account.ts';
import { secretsOf } from '../secrets.ts';
import { WrongCredentials } from '../signing-in/wrong-credentials.ts';
import { accountOpened, accountOpenedThrough } from '../testing/examples.ts';
import { identityUnderTest } from '../testing/identity-under-test.ts';
import { account, accountStream } from './account.ts';
import { Accounts } from './accounts.ts';
import { Moves } from './moves.ts';

const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
const elsewhere = 'mina@example.org';

const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};

/** Somebody with an account; `unread` are the accounts of a shop that cannot read what is damaged, `mended` of one that can. */
async function somebody({ emails = [2] } = {}) {
  const commands = new InMemoryCommands();
  const readTold = async (asked: string) => commands.log.filter(({ stream }) => stream === asked);
  const accountsOf = (commands: Commands, ...emails: number[]) => {
    const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: emails.map((byte) => Buffer.alloc(32, byte)) });
    return { secrets, accounts: new Accounts({ commands, passwords, secrets, readTold }) };
  };
  const { accounts: mended, secrets } = accountsOf(commands, ...emails);
  const first = await accountsOf(commands, 2).accounts.open(mina, contextOf('k1'));
  const moves = new Moves({ commands, secrets });
  const unread = (email: string, ...others: string[]) => {
    const streams = [accountStream(secrets.accountId(email)), ...others];
    return accountsOf(damagedIn(commands, ...streams), ...emails).accounts;
  };
  const said = () => commands.ofType('PersonForgotten') as StoredEvent<PersonForgotten>[];
  return { commands, secrets, mended, unread, moves, said, uid: first.uid, accountId: first.accountId };
}

describe('an account that cannot be read', () => {
  it('opens for nobody once its person is forgotten, and is closed at the moment at which it can be', async () => {
    const { unread, mended, said, uid } = await somebody();
    const damaged = unread(mina.email);
    const command = contextOf('forget');
    const { stream, position } = await damaged.forget({ uid, email: mina.email }, command);
    expect(said()).toMatchObject([{ stream, position, data: { uid }, meta: { command: 'ForgetPerson' } }]);
    for (const comes of [damaged.signIn(mina), damaged.open(mina, contextOf('k2')), damaged.findByEmail(mina.email)])
      await expect(comes).rejects.toThrow(DamagedStream);
    expect(await damaged.forgottenBefore(mina.email, command)).toMatchObject({ position });
    expect(await damaged.forgottenBefore(mina.email, contextOf('another'))).toBeUndefined();
    const otherwise = damaged.forgottenBefore(mina.email, { ...command, fingerprint: 'other' });
    await expect(otherwise).rejects.toThrow(KeyUsedBefore);
    await expect(mended.signIn(mina)).rejects.toThrow(WrongCredentials);
    expect(await mended.forgottenBefore(mina.email, command)).toMatchObject({ position });
    expect((await mended.open(mina, contextOf('k2'))).uid).not.toBe(uid);
  });

  it('stays as it is where a newer release can read it, which may know that it is elsewhere', async () => {
    const { commands, secrets, said, uid } = await somebody();
    const newer = async () => {
      throw new NewerRelease('It is newer.');
    };
    const asked = { execute: commands.execute.bind(commands), recall: newer, load: newer };
    const accounts = new Accounts({ commands: asked, passwords, secrets });
    await expect(accounts.forget({ uid, email: mina.email }, contextOf('forget'))).rejects.toThrow(NewerRelease);
    await expect(accounts.forgottenBefore(mina.email, contextOf('forget'))).rejects.toThrow(NewerRelease);
    expect(said()).toEqual([]);
  });

  it('keeps nobody’s account open that can be read under another name of its email', async () => {
    const { unread, mended, said, uid, accountId } = await somebody({ emails: [3, 2] });
    const { stream } = await unread(mina.email).forget({ uid, email: mina.email }, contextOf('forget'));
    expect(stream).toBe(accountStream(accountId));
    expect(said()).toHaveLength(1);
    await expect(mended.signIn(mina)).rejects.toThrow(WrongCredentials);
  });

  it('is closed where it has gone, and not whose it is by then, once that can be read', async () => {
    const { commands, unread, mended, moves, said, uid, accountId } = await somebody();
    await moves.changeEmail({ uid, accountId, generation: 0 }, elsewhere, contextOf('change'));
    const next = await mended.open(mina, contextOf('k2'));
    const [event] = await unread(mina.email).forget({ uid, email: mina.email }, contextOf('forget')).then(said);
    if (!event) throw new Error('It is said.');
    const reacting = (accounts: Accounts) => closeAccount(accounts).react(event);
    await expect(reacting(unread(mina.email))).rejects.toThrow(DamagedStream);
    await reacting(mended);
    expect(await mended.findByEmail(elsewhere)).toBeUndefined();
    expect(await mended.signIn(mina)).toMatchObject({ uid: next.uid });
    // Twice is once, and of an account that was closed with the event nothing is said again.
    const { length } = commands.log;
    for (const event of said()) await closeAccount(mended).react(event);
    expect(commands.log).toHaveLength(length);
  });

  it('is closed for good under every name of its email, where it cannot be read under any', async () => {
    const { commands, secrets, unread, mended, said, uid, accountId } = await somebody({ emails: [3, 2] });
    expect(await mended.signIn(mina)).toMatchObject({ accountId: secrets.accountId(mina.email) });
    const streams = [secrets.accountId(mina.email), accountId].map(accountStream);
    const damaged = unread(mina.email, accountStream(accountId));
    await damaged.forget({ uid, email: mina.email }, contextOf('forget'));
    expect(said().map(({ stream }) => stream)).toEqual(streams);
    const { length } = commands.log;
    for (const event of said()) await closeAccount(mended).react(event);
    await expect(mended.signIn(mina)).rejects.toThrow(WrongCredentials);
    expect(commands.log).toHaveLength(length);
  });

  it.each(['before', 'next'])(
    'opens nowhere for who was on the way to another email, where that of their email %s cannot be read',
    async (which) => {
      const { commands, secrets, unread, mended, uid, accountId } = await somebody();
      const to = secrets.accountId(elsewhere);
      const hold = { type: 'HoldAddress', uid, email: elsewhere, from: accountId, departure: 0 } as const;
      await commands.execute(account, to, contextOf('hold'), hold, holdAddress);
      const change = { type: 'ChangeEmail', uid, email: elsewhere, to, departure: 0 } as const;
      await commands.execute(account, accountId, contextOf('change'), change, changeEmail);
      const email = which === 'before' ? mina.email : elsewhere;
      await unread(email).forget({ uid, email }, contextOf('forget'));
      expect(await mended.findByEmail(elsewhere)).toBeUndefined();
      expect(await mended.find({ uid, accountId })).toBeUndefined();
      for (const email of [mina.email, elsewhere])
        expect(await mended.open({ ...mina, email }, contextOf(`next ${email}`))).not.toMatchObject({ uid });
    },
  );
});

it('whether somebody has a password is said by what GETs show of an account that cannot be read', async () => {
  const { secrets } = await somebody();
  const newcomer = accountOpenedThrough({ uid: 'u2', email: elsewhere });
  const placeOf = (email: string) => secrets.accountId(email);
  const damaged = (commands: Commands) =>
    damagedIn(commands, ...[mina.email, elsewhere].map((email) => accountStream(placeOf(email))));
  const { commands, identity } = await identityUnderTest({ seen: damaged });
  const open = (event: AccountEvent, email: string) =>
    commands.execute(account, placeOf(email), contextOf(email), { type: 'Open' }, () => [event]);
  await open(accountOpened({ uid: 'u1', email: mina.email }), mina.email);
  await open(newcomer, elsewhere);
  const { hasPassword } = identity.holders;
  expect(await hasPassword({ uid: 'u1', email: mina.email })).toBe(true);
  expect(await hasPassword({ uid: 'u2', email: elsewhere })).toBe(false);
  expect(await hasPassword({ uid: 'u3', email: elsewhere })).toBe(true);
});
