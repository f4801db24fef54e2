import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { account } from '../../../modules/identity/accounts/account.ts';
import { openAccountThrough } from '../../../modules/identity/commands/open-account-through.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type KeptKeys, keyKinds } from '../../start/keys/kept-keys.ts';
import { readConfig } from '../../start/settings/config.ts';
import { ApiClient, addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { contextOf } from '../../testing/context.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { byOperator, operatorOf } from '../log/operator-actor.ts';
import { openModules } from '../open-modules.ts';
import type { Run } from '../run.ts';
import { keys } from './keys.ts';

const keptIn = (dataDir: string): KeptKeys => JSON.parse(readFileSync(join(dataDir, 'identity-keys.json'), 'utf8'));

/** What a shop has left that was opened and closed. */
async function openedOnce(): Promise<string> {
  const DATA_DIR = temporaryFolder();
  await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
  return DATA_DIR;
}

const kidOf = ({ token = '' }: ApiClient) => decodeProtectedHeader(token).kid;

describe.each(keyKinds)('a key for %s', (kind) => {
  it('is replaced by an operator, and everybody is still who they were', async () => {
    const DATA_DIR = temporaryFolder();
    const open = (SEED = 'none') => startShop({ DATA_DIR, SEED }, { passwords: quickPasswords });
    const first = await open('demo');
    const admin = await signIn(first.origin, demoAdmin.email, demoPassword);
    const person = await signUp(first.origin, 'Mina');
    const toolId = await addTool(admin);
    const { body } = await person.post<{ insertedId: string }>('/booking', orderOf(person, toolId, 19.99));
    const session = await new ApiClient(first.origin).post('/identity/sign-in', { email: person.email, password });
    const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await first.close();
    const before = keptIn(DATA_DIR);

    for (const order of ['add', 'use', 'retire']) {
      expect(await operate({ DATA_DIR }, 'keys', order, kind)).toMatchObject({ code: 0, stderr: '' });
      const shop = await open();
      const again = await signIn(shop.origin, person.email);
      expect((await again.get<Booking>(`/booking/${body.insertedId}`)).body).toMatchObject({ buyerName: 'Mina' });
      const refreshed = await new ApiClient(shop.origin).post('/identity/refresh', undefined, { headers: { cookie } });
      expect(refreshed.status).toBe(200);
      await signIn(shop.origin, demoAdmin.email, demoPassword);
      await shop.close();
    }
    const after = keptIn(DATA_DIR);
    const [writes, ...others] = after[kind];
    expect(before[kind]).not.toContainEqual(writes);
    const retired = kind === 'signing' ? [] : [{ ...before[kind][0], retired: expect.any(String) }];
    expect(others).toEqual(retired);
    for (const other of keyKinds) if (other !== kind) expect(after[other]).toEqual(before[other]);
  });
});

thoroughly(
  'accounts are under the newest hash of their email once the older one is retired, also those that were opened through Google',
  async () => {
    const DATA_DIR = await openedOnce();
    const open = () => openModules(readConfig({ DATA_DIR }));
    const email = 'mina@example.com';
    const before = await open();
    const { accountId = '', uid = '' } = (await before.identity.accounts.vacancy(email, 'signed up')) ?? {};
    const command = { type: 'OpenAccountThrough', uid, email, name: 'Mina', login: 'l1', isProved: true } as const;
    await before.commands.execute(account, accountId, contextOf('signed up'), command, openAccountThrough);
    await before.close();
    for (const order of ['add', 'use']) expect((await operate({ DATA_DIR }, 'keys', order, 'emails')).code).toBe(0);
    const { stdout } = await operate({ DATA_DIR }, 'keys', 'retire', 'emails');
    expect(stdout).toMatch(/^1 accounts are under the newest hash of their email\./);
    const after = await open();
    expect(await after.commands.load(account, accountId)).toMatchObject({ status: 'moved', uid });
    await after.close();
  },
);

it('keys are not replaced by what was decided on others, which another command has changed meanwhile', async () => {
  const DATA_DIR = await openedOnce();
  const file = join(DATA_DIR, 'identity-keys.json');
  const before = readFileSync(file, 'utf8');
  expect(await operate({ DATA_DIR }, 'keys', 'add', 'emails')).toMatchObject({ code: 0 });
  const meanwhile = readFileSync(file, 'utf8');
  writeFileSync(file, before);
  vi.stubEnv('DATA_DIR', DATA_DIR);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run: Run = {
    signal: new AbortController().signal,
    operator: () => operatorOf('Ada'),
    reason: undefined,
    // Who does it is asked once it is decided what is to be written.
    by() {
      writeFileSync(file, meanwhile);
      return byOperator(operatorOf('Ada'), undefined);
    },
    say: () => {},
    sayOne: () => {},
    sayNothing: () => {},
    remark: () => {},
    progress: () => {
      throw new Error('Nothing is moved.');
    },
  };
  await expect(keys('add', 'wrapping', run)).rejects.toThrow(
    `${file} was changed meanwhile, by another command perhaps. Nothing was replaced: say this again.`,
  );
  expect(readFileSync(file, 'utf8')).toBe(meanwhile);
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('identity-keys'))).toEqual(['identity-keys.json']);
});

describe('the key that signs', () => {
  it('is rotated while nodes run: each signs with the new one and knows it, and tokens of before go on', async () => {
    const DATA_DIR = temporaryFolder();
    const nodes = [
      await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords }),
      await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords }),
    ];
    const [here = '', elsewhere = ''] = nodes.map(({ origin }) => origin);
    const person = await signUp(here, 'Mina');
    const works = async (who: ApiClient) => {
      for (const origin of [here, elsewhere]) expect((await who.at(origin).get(`/user/${who.email}`)).status).toBe(200);
    };
    await works(person);
    const before = kidOf(person);
    const rotated = await operate({ DATA_DIR }, 'keys', 'rotate');
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^A new key signs from now on/) });

    await expect.poll(async () => kidOf(await signIn(here, person.email)), { timeout: 60_000 }).not.toBe(before);
    const fresh = await signIn(here, person.email);
    await works(fresh);
    await works(person);
    await expect.poll(async () => kidOf(await signIn(elsewhere, person.email))).toBe(kidOf(fresh));
    const again = await operate({ DATA_DIR }, 'keys', 'rotate');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/still good: wait until/) });

    await operate({ DATA_DIR }, 'keys', 'retire', 'signing');
    await expect.poll(async () => (await person.get(`/user/${person.email}`)).status, { timeout: 60_000 }).toBe(401);
    await works(fresh);
    for (const node of nodes) await node.close();
  });

  it('is rotated in the setting too, which says how', async () => {
    const IDENTITY_KEYS = (await operate({}, 'keys')).stdout.trim();
    const { stdout, stderr } = await operate({ IDENTITY_KEYS }, 'keys', 'rotate');
    expect(stderr).toMatch(/from the next start on.*\nGive every node this as IDENTITY_KEYS:\n$/s);
    const [fresh, before, ...others] = JSON.parse(stdout).signing;
    expect([before, ...others]).toEqual(JSON.parse(IDENTITY_KEYS).signing);
    expect(fresh).not.toEqual(before);
  });
});

describe('keys', () => {
  it.each(['wrapping', 'emails', 'cookies'])('for %s are not rotated: only the one that signs is', async (kind) => {
    const DATA_DIR = await openedOnce();
    const before = keptIn(DATA_DIR);
    const usage = expect.stringMatching(/^keys takes rotate; or add, use/);
    expect(await operate({ DATA_DIR }, 'keys', 'rotate', kind)).toEqual({ code: 1, stdout: '', stderr: usage });
    expect(keptIn(DATA_DIR)).toEqual(before);
  });

  thoroughly('are left as they are where it cannot be written down that they were replaced', async () => {
    const DATA_DIR = await openedOnce();
    expect(await operate({ DATA_DIR }, 'keys', 'add', 'emails')).toMatchObject({ code: 0 });
    const before = keptIn(DATA_DIR);
    const away = { DATA_DIR, EVENT_STORE: 'esdb://127.0.0.1:1?tls=false' };
    expect(await operate(away, 'keys', 'rotate')).toMatchObject({ code: 1, stdout: '' });
    expect(keptIn(DATA_DIR)).toEqual(before);
  });
});

describe('replacing keys', () => {
  it('goes a step at a time, and says what is to come first', async () => {
    const DATA_DIR = await openedOnce();
    const say = async (...said: string[]) => (await operate({ DATA_DIR }, 'keys', ...said)).stderr;
    expect(await say('use', 'signing')).toBe('there is one of signing only: begin with keys add signing\n');
    expect(await say('add', 'signing')).toBe('');
    expect(await say('add', 'signing')).toBe(
      'there are two of signing already: say keys use signing, or keys undo signing\n',
    );
    expect(await say('use', 'signing')).toBe('');
    expect(await say('add', 'signing')).toBe('there are two of signing already: retire the older one first\n');
    expect(await say('add', 'cookies')).toBe(
      'keys takes rotate; or add, use, retire or undo, and then signing, wrapping, emails; or drop wrapping\n',
    );
  });

  it.each(keyKinds)(
    'retires no newer one, of %s: not before it is used, nor once that was taken back',
    async (kind) => {
      const DATA_DIR = await openedOnce();
      const say = async (order: string) => (await operate({ DATA_DIR }, 'keys', order, kind)).stdout;
      const refused = `the newer one of ${kind} does not write yet: say keys use ${kind} first, or keys undo ${kind}\n`;
      const retire = () => operate({ DATA_DIR }, 'keys', 'retire', kind);
      const [older] = keptIn(DATA_DIR)[kind];
      await say('add');
      const [, fresh] = keptIn(DATA_DIR)[kind];
      expect(await retire()).toEqual({ code: 1, stdout: '', stderr: refused });
      expect(await say('use')).toMatch(/^The newer one( \(\w+\))? writes /);
      expect(keptIn(DATA_DIR)[kind]).toEqual([fresh, older]);
      expect(await say('use')).toMatch(/^Taken back: the older one( \(\w+\))? writes again /);
      expect(await retire()).toEqual({ code: 1, stdout: '', stderr: refused });
      expect(keptIn(DATA_DIR)[kind]).toEqual([older, fresh]);
      expect(await say('undo')).toMatch(/The older one( \(\w+\))? writes .* The newer one( \(\w+\))? is /);
      expect(await say('undo')).toBe('');
      expect(keptIn(DATA_DIR)[kind][0]).toEqual(older);
      expect(await say('add')).toMatch(/^A new one is read /);
    },
  );

  it('drops those that wrapped a day after they were retired, and moves what was written with them late first', async () => {
    const DATA_DIR = await openedOnce();
    const file = join(DATA_DIR, 'identity-keys.json');
    const drop = () => operate({ DATA_DIR }, 'keys', 'drop', 'wrapping');
    const early = {
      code: 1,
      stderr: expect.stringMatching(/^none of wrapping was retired, or one within the last 24/),
    };
    expect(await drop()).toMatchObject(early);
    const late = await startShop(
      { DATA_DIR, IDENTITY_KEYS: readFileSync(file, 'utf8') },
      { passwords: quickPasswords },
    );
    const { email } = await signUp(late.origin, 'Mina');
    await late.close();
    for (const order of ['add', 'use', 'retire']) await operate({ DATA_DIR }, 'keys', order, 'wrapping');
    expect(await drop()).toMatchObject(early);
    const later = await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords });
    await later.close();
    const { wrapping, ...others } = keptIn(DATA_DIR);
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
    const aged = wrapping.map((key) => (key.retired ? { ...key, retired: yesterday } : key));
    // The older one writes once more, as at a node that was stopped in between.
    writeFileSync(file, JSON.stringify({ ...others, wrapping: aged.toReversed() }));
    const again = await startShop({ DATA_DIR }, { passwords: quickPasswords });
    const second = await signUp(again.origin, 'Mina');
    await again.close();
    writeFileSync(file, JSON.stringify({ ...others, wrapping: aged }));

    expect(await drop()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 keys were wrapped anew\. Those /),
    });
    expect(keptIn(DATA_DIR).wrapping).toEqual(aged.slice(0, 1));
    const last = await startShop({ DATA_DIR }, { passwords: quickPasswords });
    for (const each of [email, second.email]) {
      const person = await signIn(last.origin, each);
      expect((await person.get(`/user/${each}`)).body).toMatchObject({ name: 'Mina' });
    }
    await last.close();
  });

  it('says what the setting must be, where the keys are one, and that no history tells of it where there is no log', async () => {
    const IDENTITY_KEYS = (await operate({}, 'keys')).stdout.trim();
    const settings = { IDENTITY_KEYS, DATA_DIR: temporaryFolder() };
    const { stdout, stderr } = await operate(settings, 'keys', 'add', 'wrapping');
    expect(stderr).toMatch(/^The settings name no log that is there: no history tells of this\.\n.*/);
    expect(stderr).toMatch(/\nGive every node this as IDENTITY_KEYS:\n$/);
    expect(JSON.parse(stdout).wrapping).toHaveLength(2);
  });

  thoroughly('is in the history at each step also where the keys are a setting', async () => {
    const DATA_DIR = await openedOnce();
    let IDENTITY_KEYS = readFileSync(join(DATA_DIR, 'identity-keys.json'), 'utf8');
    for (const said of [['add', 'signing'], ['use', 'signing'], ['retire', 'signing'], ['rotate']]) {
      const { stdout, stderr } = await operate({ DATA_DIR, IDENTITY_KEYS }, 'keys', ...said, '--as', 'Ada');
      expect(stderr).not.toContain('no history');
      IDENTITY_KEYS = stdout.trim();
    }
    const { stdout } = await operate({ DATA_DIR, IDENTITY_KEYS }, 'history', '--type', 'KeysReplaced');
    const told = [...stdout.matchAll(/ replaced a key for signing \((\w+)\)/g)].map(([, step]) => step);
    expect(told).toEqual(['add', 'use', 'retire', 'rotate']);
  });
});
