import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Accounts } from '../accounts/accounts.ts';
import { secretsOf } from '../secrets.ts';
import { Logins } from './logins.ts';

const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
const passwords = { hash: async (password: string) => password, verify: async () => false };

/** Somebody whom an issuer vouches for comes to an address that somebody else has signed up with, and proved never. */
async function arrivedAtSquatted({ isAdmin }: { isAdmin: boolean }) {
  const commands = new InMemoryCommands();
  const accounts = new Accounts({ commands, passwords, secrets });
  const endedOf: string[] = [];
  const endFactorsOf = async (uid: string) => {
    endedOf.push(uid);
    return { position: 0n };
  };
  const logins = new Logins({ commands, accounts, secrets, isAdmin: async () => isAdmin, endFactorsOf });
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
