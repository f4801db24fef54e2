import { expect, it, vi } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { Accounts } from '../accounts/accounts.ts';
import { secretsOf } from '../secrets.ts';
import { Logins } from './logins.ts';

const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
const passwords = { hash: async (password: string) => password, verify: async () => false };

function wired({ isAdmin = false, endFactorsOf = async (_: string) => ({ position: 0n }) } = {}) {
  const commands = new InMemoryCommands();
  const accounts = new Accounts({ commands, passwords, secrets });
  const logins = new Logins({ commands, accounts, secrets, isAdmin: async () => isAdmin, endFactorsOf });
  return { commands, accounts, logins };
}

/** Somebody whom an issuer vouches for comes to an address that somebody else has signed up with, and proved never. */
async function arrivedAtSquatted({ isAdmin }: { isAdmin: boolean }) {
  const endedOf: string[] = [];
  const endFactorsOf = async (uid: string) => {
    endedOf.push(uid);
    return { position: 0n };
  };
  const { commands, accounts, logins } = wired({ isAdmin, endFactorsOf });
  const mina = { name: 'Mina', email: 'mina@example.com' };
  const { uid } = await accounts.open({ ...mina, password: 'of a squatter' }, contextOf('sign up'));
  const login = logins.loginOf({ issuer: 'https://accounts.example', subject: 'mina' });
  const arrival = await logins.arrive({ ...mina, login, isProved: true }, contextOf('arrive'));
  return { commands, uid, arrival, endedOf };
}

it('whose address was squatted is asked for no second factor of the squatter: it has ended before they are let in', async () => {
  const { commands, uid, arrival, endedOf } = await arrivedAtSquatted({ isAdmin: false });
  expect(arrival).toMatchObject({ kind: 'home', holder: { uid } });
  expect(commands.ofType('AccountTakenOver')).toHaveLength(1);
  expect(endedOf).toEqual([uid]);
});

it('an admin keeps their second factors, and is not taken over', async () => {
  const { commands, uid, arrival, endedOf } = await arrivedAtSquatted({ isAdmin: true });
  expect(arrival).toMatchObject({ kind: 'to-link', account: { uid } });
  expect(commands.ofType('AccountTakenOver')).toEqual([]);
  expect(endedOf).toEqual([]);
});

it('of two accounts that are linked to the same login at once one has it, and the other does not count it among its ways in', async () => {
  const { commands, accounts, logins } = wired();
  const open = (email: string) => accounts.open({ name: 'Mina', email, password: 'a good one' }, contextOf(email));
  const [mina, rafi] = [await open('mina@example.com'), await open('rafi@example.com')];
  const login = logins.loginOf({ issuer: 'https://accounts.example', subject: 'both' });
  const execute = commands.execute.bind(commands);
  vi.spyOn(commands, 'execute').mockImplementation(async (...asked) => {
    if (asked[3].type === 'LinkLogin' && asked[1] === mina.accountId) {
      await logins.link(login, rafi, undefined, contextOf('rafi links'));
    }
    return execute(...asked);
  });
  await expect(logins.link(login, mina, undefined, contextOf('mina links'))).rejects.toThrow(Conflict);
  expect((await logins.holderOf(login))?.uid).toBe(rafi.uid);
  expect((await accounts.find(mina))?.logins).toEqual([]);
});

it('an account that is closed is linked to no login, and has none that is taken away', async () => {
  const { commands, logins } = wired();
  const closed = { uid: 'u1', accountId: 'a1' };
  const login = logins.loginOf({ issuer: 'https://accounts.example', subject: 'mina' });
  await expect(logins.link(login, closed, undefined, contextOf('link'))).rejects.toThrow(NotFound);
  await expect(logins.unlink(login.id, closed, contextOf('unlink'))).rejects.toThrow(NotFound);
  expect(commands.log).toEqual([]);
});
