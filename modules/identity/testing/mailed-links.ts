import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { InMemoryRenewals } from '../../../backend/doubles/in-memory-renewals.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import type { Command } from '../../kernel/aggregate.ts';
import type { Commands } from '../../kernel/commands.ts';
import { Unavailable } from '../../kernel/errors.ts';
import { Accounts } from '../accounts/accounts.ts';
import { changing } from '../accounts/changing.ts';
import type { LinkPurpose } from '../contract.ts';
import { Links } from '../links/links.ts';
import type { Passwords } from '../passwords/password.ts';
import { PasswordRules } from '../passwords/password-rules.ts';
import { secretsOf } from '../secrets.ts';
import { SessionRenewing } from '../sessions/session-renewing.ts';
import { Sessions } from '../sessions/sessions.ts';

export const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};
export const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
/** In the tests' hands: whoever moves it puts it back. */
export const clock = { time: new Date('2026-01-02T03:04:05.000Z').getTime() };
export const now = () => new Date(clock.time);

/** The crash comes after so many commands were carried out; then nothing goes any more. */
export class Crashing implements Commands {
  readonly #commands: Commands;
  #left: number;
  /** What was asked, in order. */
  readonly asked: string[] = [];
  constructor(commands: Commands, left = Number.POSITIVE_INFINITY) {
    this.#commands = commands;
    this.#left = left;
  }
  load: Commands['load'] = (aggregate, id) => {
    this.asked.push(`load ${aggregate.name}`);
    return this.#commands.load(aggregate, id);
  };
  recall: Commands['recall'] = (...which) => this.#commands.recall(...which);
  execute: Commands['execute'] = async (aggregate, id, context, command: Command, decide) => {
    this.asked.push(command.type);
    if (this.#left-- <= 0) throw new Unavailable('The machine is gone.');
    return this.#commands.execute(aggregate, id, context, command as never, decide);
  };
}

/** What changes accounts, and what follows from it, on doubles. */
export function wired(commands: Commands, hashing: Passwords = passwords) {
  const accounts = new Accounts({ commands, passwords, secrets });
  const readModels = new InMemoryReadModels();
  const sessions = new Sessions({ commands, readModels, secrets, now });
  const factorsEndedOf: string[] = [];
  const { changes, reactors } = changing({
    commands,
    readModels,
    accounts,
    sessions,
    renewing: new SessionRenewing({
      ...{ sessions, secrets, now },
      renewals: new InMemoryRenewals(),
      isAdmin: async () => false,
    }),
    rules: new PasswordRules({ minimum: 6 }),
    passwords: hashing,
    secrets,
    isAdmin: async () => false,
    endFactorsOf: async (uid) => {
      factorsEndedOf.push(uid);
      return { position: 0n };
    },
    mailing: { isSent: true, secretLinks: 'sent' },
    now,
  });
  /** What follows from the links that were used, whoever used them and however far they came. */
  const finish = async () => {
    const finishing = reactors.find(({ name }) => name === 'finish-email-change');
    for (const used of commands instanceof InMemoryCommands ? commands.ofType('LinkUsed') : []) {
      await finishing?.react(used);
    }
  };
  return { accounts, changes, sessions, finish, factorsEndedOf, links: new Links({ commands, secrets, now }) };
}

/** Mina, signed in, with a link for something that was mailed to an address. */
export async function linked(purpose: LinkPurpose, email = mina.email) {
  const commands = new InMemoryCommands({ now });
  const shop = wired(commands);
  const { uid, accountId } = await shop.accounts.open(mina, contextOf('sign up', { payload: mina.email }));
  const how = { by: 'password', browser: 'Firefox on Linux' } as const;
  const { sid } = await shop.sessions.start({ uid, accountId, ...how }, contextOf('sign in', { payload: mina.email }));
  await shop.links.request({ uid, accountId, purpose, email, generation: 0, sid }, contextOf('ask'));
  const [asked] = commands.ofType('LinkRequested');
  return { commands, ...shop, uid, accountId, sid, token: shop.links.tokenOf(asked?.stream ?? '', purpose) };
}

/** How many of them came to pass. */
export const outcomes = async (tries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;
