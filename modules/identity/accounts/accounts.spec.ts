import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Conflict, Unauthorized } from '../../kernel/errors.ts';
import { changePassword } from '../commands/change-password.ts';
import { moveAccount } from '../commands/move-account.ts';
import { secretsOf } from '../secrets.ts';
import { WrongCredentials } from '../signing-in/wrong-credentials.ts';
import { account } from './account.ts';
import { Accounts } from './accounts.ts';
import { Moves } from './moves.ts';

const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };

/** The context as http/ makes it: the password is no part of the payload. */
const asked = (key: string, { name, email } = mina) => contextOf(key, { payload: { name, email } });

function wired() {
  const commands = new InMemoryCommands();
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const worked: string[] = [];
  /** What comes while a password is checked. */
  const meanwhile = { happens: async () => {} };
  const passwords = {
    hash: async (password: string) => {
      worked.push('hash');
      return `hash of ${password}`;
    },
    verify: async (hash: string | undefined, password: string) => {
      worked.push('verify');
      await meanwhile.happens();
      return hash === `hash of ${password}`;
    },
  };
  return { commands, worked, meanwhile, secrets, accounts: new Accounts({ commands, passwords, secrets }) };
}

describe('opening an account', () => {
  it('keeps the hash of the password under the name of the email', async () => {
    const { accounts, commands, secrets } = wired();
    const { uid, accountId, position } = await accounts.open(mina, asked('k1'));
    expect(commands.log.map(({ stream, type, data }) => ({ stream, type, data }))).toEqual([
      {
        stream: `account-${secrets.accountId(mina.email)}`,
        type: 'AccountOpened',
        data: { uid, email: mina.email, name: 'Mina', passwordHash: 'hash of a good one' },
      },
    ]);
    expect(await accounts.holderOf({ uid, accountId })).toMatchObject({ uid, email: mina.email, name: 'Mina' });
    expect(position).toBe(1n);
  });

  it('refuses a second account of the email, before the dear work of hashing', async () => {
    const { accounts, worked, commands } = wired();
    await accounts.open(mina, asked('k1'));
    worked.length = 0;
    await expect(accounts.open(mina, asked('k2'))).rejects.toThrow(/has an account already/);
    await expect(accounts.open({ ...mina, email: 'MINA@example.com' }, asked('k3'))).rejects.toThrow(Conflict);
    expect(worked).toEqual([]);
    expect(commands.log).toHaveLength(1);
  });

  it('lets one of two win who ask at the same time', async () => {
    const { accounts, commands } = wired();
    const both = await Promise.allSettled([accounts.open(mina, asked('k1')), accounts.open(mina, asked('k2'))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(commands.log).toHaveLength(1);
  });

  it('gives the same account to the same command, with the same password only', async () => {
    const { accounts, commands } = wired();
    const first = await accounts.open(mina, asked('k1'));
    expect(await accounts.open(mina, asked('k1'))).toEqual(first);
    await expect(accounts.open({ ...mina, password: 'another one' }, asked('k1'))).rejects.toThrow(Conflict);
    await expect(accounts.open({ ...mina, name: 'Nina' }, asked('k1', { ...mina, name: 'Nina' }))).rejects.toThrow(
      Conflict,
    );
    expect(commands.log).toHaveLength(1);
  });

  it('gives the same account when the same command comes twice at once', async () => {
    const { accounts, commands } = wired();
    const [one, other] = await Promise.all([accounts.open(mina, asked('k1')), accounts.open(mina, asked('k1'))]);
    expect(one).toEqual(other);
    expect(commands.log).toHaveLength(1);
  });

  it("does not make somebody with another's command id that person", async () => {
    const { accounts } = wired();
    const nina = { ...mina, email: 'nina@example.com' };
    const [one, other] = [await accounts.open(mina, asked('k1')), await accounts.open(nina, asked('k1', nina))];
    expect(one.uid).not.toBe(other.uid);
  });
});

describe('signing in', () => {
  it('knows the holder by email and password', async () => {
    const { accounts } = wired();
    const { uid } = await accounts.open(mina, asked('k1'));
    expect(await accounts.signIn(mina)).toMatchObject({ uid, email: mina.email, name: 'Mina' });
  });

  it('refuses an unknown email and a wrong password in the same words, after the same work', async () => {
    const { accounts, worked } = wired();
    await accounts.open(mina, asked('k1'));
    const said: unknown[] = [];
    for (const wrong of [{ email: 'nobody@example.com' }, { password: 'another one' }]) {
      worked.length = 0;
      const refusal: unknown = await accounts.signIn({ ...mina, ...wrong }).catch((reason: unknown) => reason);
      expect(refusal).toBeInstanceOf(Unauthorized);
      said.push([String(refusal), ...worked]);
    }
    expect(said[0]).toEqual(said[1]);
    expect(worked).toEqual(['verify']);
  });
});

describe('an account, once the secret for the hashes of emails is replaced', () => {
  const replaced = (commands: InMemoryCommands, ...emails: number[]) => {
    const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: emails.map((byte) => Buffer.alloc(32, byte)) });
    const passwords = {
      hash: async (password: string) => `hash of ${password}`,
      verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
    };
    return { secrets, accounts: new Accounts({ commands, passwords, secrets }) };
  };

  it('is found under the old one, and moves on at the next sign-in', async () => {
    const { accounts, commands } = wired();
    const first = await accounts.open(mina, asked('k1'));
    const second = replaced(commands, 3, 2);
    const { uid, accountId } = await second.accounts.signIn(mina);
    expect(uid).toBe(first.uid);
    expect(accountId).toBe(second.secrets.accountId(mina.email));
    expect(commands.log.map(({ type }) => type)).toEqual(['AccountOpened', 'AccountMovedOut', 'AccountMovedIn']);
    const third = replaced(commands, 4, 3);
    expect((await third.accounts.signIn(mina)).uid).toBe(uid);
    // Sessions that were started before know where it was.
    expect(await third.accounts.holderOf(first)).toMatchObject({ uid });
  });

  it('comes back, and goes again, as often as the secrets change places', async () => {
    const { accounts, commands } = wired();
    const { uid } = await accounts.open(mina, asked('k1'));
    for (const [newest, older] of [
      [3, 2],
      [2, 3],
      [3, 2],
      [2, 3],
    ] as const) {
      const { accounts, secrets } = replaced(commands, newest, older);
      expect(await accounts.signIn(mina)).toMatchObject({ uid, accountId: secrets.accountId(mina.email) });
    }
  });

  it('can be opened anew where it was, once it is closed where it went', async () => {
    const { accounts, commands } = wired();
    const { uid } = await accounts.open(mina, asked('k1'));
    const second = replaced(commands, 3, 2);
    await second.accounts.signIn(mina);
    await second.accounts.forget({ uid, email: mina.email }, contextOf('k2'));
    const back = replaced(commands, 2, 3);
    const next = await back.accounts.open(mina, asked('k3'));
    expect(next.uid).not.toBe(uid);
    expect(await back.accounts.open(mina, asked('k3'))).toMatchObject({ uid: next.uid });
    expect((await replaced(commands, 3, 2).accounts.signIn(mina)).uid).toBe(next.uid);
  });

  it('is still the only one of its email, and answers the command that opened it', async () => {
    const { accounts, commands } = wired();
    const { uid } = await accounts.open(mina, asked('k1'));
    const second = replaced(commands, 3, 2);
    await expect(second.accounts.open(mina, asked('k2'))).rejects.toThrow(/has an account already/);
    expect(await second.accounts.open(mina, asked('k1'))).toMatchObject({ uid });
    await expect(second.accounts.open({ ...mina, password: 'another one' }, asked('k1'))).rejects.toThrow(Conflict);
  });

  it('arrives also when the move was broken off, and does not come back once it is closed', async () => {
    const { accounts, commands, secrets } = wired();
    const { uid, accountId } = await accounts.open(mina, asked('k1'));
    const second = replaced(commands, 3, 2);
    const to = second.secrets.accountId(mina.email);
    await commands.execute(account, accountId, contextOf('k2'), { type: 'MoveAccount', to }, moveAccount);
    expect((await second.accounts.signIn(mina)).uid).toBe(uid);
    await second.accounts.forget({ uid, email: mina.email }, contextOf('k3'));
    await expect(second.accounts.signIn(mina)).rejects.toThrow(Unauthorized);
    expect(await second.accounts.holderOf({ uid, accountId: secrets.accountId(mina.email) })).toBeUndefined();
    expect((await second.accounts.open(mina, asked('k4'))).uid).not.toBe(uid);
  });

  it('was closed by a command of before, which is known again', async () => {
    const { accounts, commands } = wired();
    const { uid } = await accounts.open(mina, asked('k1'));
    const command = contextOf('k2', { payload: { email: mina.email } });
    expect(await accounts.forgottenBefore(mina.email, command)).toBeUndefined();
    const { position } = await accounts.forget({ uid, email: mina.email }, command);
    const second = replaced(commands, 3, 2).accounts;
    await second.open(mina, asked('k3'));
    expect(await second.forgottenBefore(mina.email, command)).toMatchObject({ position });
    expect(await second.forgottenBefore(mina.email, contextOf('k4'))).toBeUndefined();
  });

  it('is still known by who had it before, and went to another email or was forgotten', async () => {
    const { accounts, commands } = wired();
    expect(await accounts.formerHolders(mina.email)).toEqual([]);
    const { uid } = await accounts.open(mina, asked('k1'));
    await accounts.forget({ uid, email: mina.email }, contextOf('k2'));
    const second = replaced(commands, 3, 2);
    const next = await second.accounts.open(mina, asked('k3'));
    expect(await second.accounts.formerHolders(mina.email)).toEqual([uid]);
    await new Moves({ commands, secrets: second.secrets }).changeEmail(next, 'mina@example.org', contextOf('k4'));
    await second.accounts.open(mina, asked('k5'));
    expect(await second.accounts.formerHolders('Mina@example.com')).toEqual([next.uid, uid]);
  });
});

describe('forgetting a person', () => {
  it('lets nobody sign in, and frees the email for somebody else', async () => {
    const { accounts } = wired();
    const { uid, accountId } = await accounts.open(mina, asked('k1'));
    await accounts.forget({ uid, email: 'Mina@example.com' }, contextOf('k2'));
    await expect(accounts.signIn(mina)).rejects.toThrow(Unauthorized);
    expect(await accounts.holderOf({ uid, accountId })).toBeUndefined();
    await expect(accounts.open(mina, asked('k1'))).rejects.toThrow(Conflict);
    expect((await accounts.open(mina, asked('k3'))).uid).not.toBe(uid);
  });
});

describe('a password that is changed while it is checked', () => {
  it('signs nobody in', async () => {
    const { accounts, commands, meanwhile } = wired();
    const { uid, accountId } = await accounts.open(mina, asked('k1'));
    meanwhile.happens = async () => {
      meanwhile.happens = async () => {};
      const change = { sid: 's1', checked: 'hash of a good one', isRight: true, passwordHash: 'hash of a better one' };
      await commands.execute(
        account,
        accountId,
        contextOf('k2'),
        { type: 'ChangePassword', uid, ...change },
        changePassword,
      );
    };
    await expect(accounts.signIn(mina)).rejects.toThrow(WrongCredentials);
    expect(await accounts.signIn({ ...mina, password: 'a better one' })).toMatchObject({ uid });
  });
});
