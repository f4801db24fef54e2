import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { InMemoryRenewals } from '../../../backend/doubles/in-memory-renewals.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import type { Command } from '../../kernel/aggregate.ts';
import type { Commands } from '../../kernel/commands.ts';
import { Unavailable } from '../../kernel/errors.ts';
import type { LinkPurpose } from '../contract.ts';
import { LinkExpired, LinkNotGood, LinkOfAnotherAccount } from '../links/link-refusals.ts';
import { Links } from '../links/links.ts';
import type { Passwords } from '../passwords/password.ts';
import { PasswordRules } from '../passwords/password-rules.ts';
import { secretsOf } from '../secrets.ts';
import { SessionRenewing } from '../sessions/session-renewing.ts';
import { Sessions } from '../sessions/sessions.ts';
import { Accounts } from './accounts.ts';
import { changing } from './changing.ts';

const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};
const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };
const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
let time = new Date('2026-01-02T03:04:05.000Z').getTime();
const now = () => new Date(time);

/** The crash comes after so many commands were carried out; then nothing goes any more. */
class Crashing implements Commands {
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

function wired(commands: Commands, hashing: Passwords = passwords) {
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

async function linked(purpose: LinkPurpose, email = mina.email) {
  const commands = new InMemoryCommands({ now });
  const shop = wired(commands);
  const { uid, accountId } = await shop.accounts.open(mina, contextOf('sign up', { payload: mina.email }));
  const how = { by: 'password', browser: 'Firefox on Linux' } as const;
  const { sid } = await shop.sessions.start({ uid, accountId, ...how }, contextOf('sign in', { payload: mina.email }));
  await shop.links.request({ uid, accountId, purpose, email, generation: 0, sid }, contextOf('ask'));
  const [asked] = commands.ofType('LinkRequested');
  return { commands, ...shop, uid, accountId, sid, token: shop.links.tokenOf(asked?.stream ?? '', purpose) };
}

const outcomes = async (tries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;

describe('a mailed link', () => {
  it('is used once, by however many, for whatever, in whatever order', async () => {
    const uses = fc.array(fc.record({ as: fc.constantFrom('reset', 'use'), after: fc.nat({ max: 40 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('recover' as const, 'change-email' as const), uses, async (purpose, tries) => {
        const { changes, commands, token, uid } = await linked(purpose, 'mina@example.org');
        const began = time;
        const good = await outcomes(
          tries.map(({ as, after }, at) => {
            time = began + after * 60_000;
            const context = contextOf(`use ${at}`);
            return as === 'reset'
              ? changes.resetPassword({ link: token, password: `good one number ${at}` }, context)
              : changes.confirmEmail(token, uid, context);
          }),
        );
        time = began;
        expect(good).toBeLessThanOrEqual(1);
        expect(commands.ofType('LinkUsed').length).toBeLessThanOrEqual(1);
        expect(commands.ofType('PasswordChanged')).toHaveLength(purpose === 'recover' ? good : 0);
        expect(commands.ofType('EmailChanged')).toHaveLength(purpose === 'change-email' ? good : 0);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['recover', 'change-email'] as const)(
    'to %s is good for half an hour from when it was asked for',
    async (purpose) => {
      const use = async (after: number) => {
        const { changes, token, uid } = await linked(purpose, 'mina@example.org');
        const began = time;
        time += after;
        const context = contextOf('use');
        const used =
          purpose === 'recover'
            ? changes.resetPassword({ link: token, password: 'another good one' }, context)
            : changes.confirmEmail(token, uid, context);
        return used.finally(() => {
          time = began;
        });
      };
      await expect(use(30 * 60_000 - 1)).resolves.toBeDefined();
      await expect(use(30 * 60_000)).rejects.toThrow(LinkExpired);
    },
  );

  it('is not used up where the password cannot be hashed for now', async () => {
    const { commands, changes, token } = await linked('recover');
    const busy = async () => Promise.reject(new Unavailable('Too many others wait.'));
    const reset = { link: token, password: 'another good one' };
    const tried = wired(commands, { ...passwords, hash: busy }).changes.resetPassword(reset, contextOf('busy'));
    await expect(tried).rejects.toThrow(Unavailable);
    await changes.resetPassword(reset, contextOf('again'));
    expect(commands.ofType('PasswordChanged')).toHaveLength(1);
  });

  it('is opened by nothing that the log holds', async () => {
    const { commands, token } = await linked('recover');
    const proof = token.split('.')[2] ?? '';
    expect(proof).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(commands.log.map(({ data, meta, stream }) => ({ data, meta, stream })))).not.toContain(proof);
    const others = secretsOf({ secret: Buffer.alloc(32, 9), emails: [Buffer.alloc(32, 2)] });
    const [, id = ''] = token.split('.');
    expect(others.linkProof(id, 'recover')).not.toBe(proof);
  });
});

describe('a link that makes an address an account’s', () => {
  it.each([undefined, 'u2'])('is used up by nobody who is signed in as %s', async (signedInAs) => {
    const { commands, changes, token, uid } = await linked('change-email', 'mina@example.org');
    await expect(changes.confirmEmail(token, signedInAs, contextOf('use'))).rejects.toThrow(LinkOfAnotherAccount);
    expect(commands.ofType('LinkUsed')).toEqual([]);
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).resolves.toMatchObject({
      purpose: 'change-email',
    });
  });
});

describe('a change of email whose session is over', () => {
  const ended = ['signed-out', 'signed-out-elsewhere', 'by-admin', 'reused', 'too-many', 'idle'] as const;

  it.each(ended)('(%s) is not made by its link any more, which is not used up', async (because) => {
    const { commands, changes, sessions, accounts, token, sid, uid } = await linked(
      'change-email',
      'thief@example.org',
    );
    await sessions.endOne(sid, because, contextOf('end'));
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).rejects.toThrow(LinkNotGood);
    expect([commands.ofType('LinkUsed'), commands.ofType('AddressHeld')]).toEqual([[], []]);
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
  });

  it('is not finished later either, where its link was used just before', async () => {
    const { commands, sessions, accounts, token, sid, uid, finish } = await linked('change-email', 'thief@example.org');
    await wired(new Crashing(commands, 1))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    expect(commands.ofType('LinkUsed')).toHaveLength(1);
    await sessions.endOne(sid, 'signed-out-elsewhere', contextOf('end'));
    await finish();
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toEqual([]);
  });

  it('is made by no link that was asked for before the password was changed', async () => {
    const { commands, changes, accounts, token, sid, uid } = await linked('change-email', 'mina@example.org');
    const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid, provedAt: now() } as const;
    const change = { password: mina.password, newPassword: 'another good one' };
    await changes.changePassword(caller, change, contextOf('change'));
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).rejects.toThrow(LinkNotGood);
    expect((await accounts.findByEmail(mina.email))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toEqual([]);
  });

  it('is the same change where it was made before, also said again', async () => {
    const { commands, changes, sessions, token, sid, uid, finish } = await linked('change-email', 'mina@example.org');
    await changes.confirmEmail(token, uid, contextOf('use'));
    await sessions.endOne(sid, 'signed-out', contextOf('end'));
    await finish();
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).resolves.toMatchObject({
      email: 'mina@example.org',
    });
    expect(commands.ofType('EmailChanged')).toHaveLength(1);
  });
});

describe('an address whose link was used, after which the process ended', () => {
  it.each([1, 2])('is proved all the same, and once: after %i steps', async (steps) => {
    const { commands, token, uid, finish } = await linked('prove');
    await wired(new Crashing(commands, steps))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    await finish();
    await finish();
    expect(commands.ofType('AddressProved').map(({ data }) => data)).toEqual([{ uid, by: 'link' }]);
  });

  it('is not proved where the account has another password since', async () => {
    const { commands, changes, token, uid, sid, finish } = await linked('prove');
    await wired(new Crashing(commands, 1))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    const caller = { uid, email: mina.email, name: mina.name, role: 'user', sid, provedAt: now() } as const;
    await changes.changePassword(
      caller,
      { password: mina.password, newPassword: 'another good one' },
      contextOf('change'),
    );
    await finish();
    expect(commands.ofType('AddressProved')).toEqual([]);
  });
});

describe('a change of email that was broken off', () => {
  it.each([0, 1, 2, 3, 4])('after %i steps is finished by whoever comes next, or never began', async (steps) => {
    const { commands, token, uid, accountId } = await linked('change-email', 'mina@example.org');
    await wired(new Crashing(commands, steps))
      .changes.confirmEmail(token, uid, contextOf('use'))
      .catch(() => {});
    const { accounts } = wired(commands);
    const after = await accounts.findByEmail('mina@example.org');
    const before = await accounts.findByEmail('mina@example.com');
    const isDone = steps >= 2; // From the second step on, which keeps the address, the link being used in the first.
    expect([before?.uid, after?.uid]).toEqual(isDone ? [undefined, uid] : [uid, undefined]);
    expect((await accounts.holderOf({ uid, accountId }))?.uid).toBe(uid);
    const nina = { ...mina, name: 'Nina', email: isDone ? 'mina@example.com' : 'mina@example.org' };
    expect((await accounts.open(nina, contextOf('nina', { payload: 'nina' }))).uid).not.toBe(uid);
    expect((await accounts.holderOf({ uid, accountId }))?.uid).toBe(uid);
    expect(commands.ofType('EmailChanged')).toHaveLength(isDone ? 1 : 0);
  });

  it('that somebody else was faster with lets the address go', async () => {
    const { commands, token, uid, accountId, sid, links, changes, accounts } = await linked(
      'change-email',
      'one@example.org',
    );
    await links.request(
      { uid, accountId, purpose: 'change-email', email: 'two@example.org', generation: 0, sid },
      contextOf('ask again'),
    );
    const second = links.tokenOf(commands.ofType('LinkRequested')[1]?.stream ?? '', 'change-email');
    await wired(new Crashing(commands, 2))
      .changes.confirmEmail(second, uid, contextOf('second'))
      .catch(() => {});
    await changes.confirmEmail(token, uid, contextOf('first')).catch(() => {});
    const found = [await accounts.findByEmail('one@example.org'), await accounts.findByEmail('two@example.org')];
    expect(found.filter((one) => one?.uid === uid)).toHaveLength(1);
    const free = found[0] ? 'two@example.org' : 'one@example.org';
    await accounts.open({ ...mina, email: free }, contextOf('nina', { payload: 'nina' }));
  });
});

describe('a new password by a mailed link', () => {
  it('ends the second factors of an account that nobody had proved, once, and of no other', async () => {
    const { changes, factorsEndedOf, links, commands, token, uid, accountId } = await linked('recover');
    const reset = { link: token, password: 'another good one' };
    await changes.resetPassword(reset, contextOf('reset'));
    await changes.resetPassword(reset, contextOf('reset')); // The same call again, whose answer was lost.
    expect(factorsEndedOf).toEqual([uid]);
    const again = { uid, accountId, purpose: 'recover', email: mina.email, generation: 2 } as const;
    await links.request(again, contextOf('ask again'));
    const second = links.tokenOf(commands.ofType('LinkRequested')[1]?.stream ?? '', 'recover');
    await changes.resetPassword({ link: second, password: 'yet another one' }, contextOf('again'));
    expect(commands.ofType('PasswordChanged')).toHaveLength(2);
    expect(factorsEndedOf).toEqual([uid]);
  });
});

describe('asking for a forgotten password', () => {
  it('does the same before the answer whether or not anybody has the address', async () => {
    const commands = new InMemoryCommands({ now });
    await wired(commands).accounts.open(mina, contextOf('sign up', { payload: mina.email }));
    const asked = await Promise.all(
      [mina.email, 'nobody@example.com'].map(async (email, at) => {
        const watched = new Crashing(commands);
        await wired(watched).changes.askForRecovery(email, contextOf(`ask ${at}`));
        return watched.asked;
      }),
    );
    expect(asked[0]).toEqual(['AskForRecovery']);
    expect(asked[1]).toEqual(asked[0]);
    const written = commands.ofType('RecoveryAsked').map(({ data }) => Object.keys(data as object));
    expect(written[1]).toEqual(written[0]);
  });
});
