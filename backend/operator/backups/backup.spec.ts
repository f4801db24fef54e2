import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Status } from '../../../modules/operations/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { newEvents } from '../../event-store/contract/some-events.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { uploadedPicture } from '../../testing/clients/uploaded-picture.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beside } from '../../testing/shops/beside.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('a backup', () => {
  it('that is made while orders come has all of those before it, and is restored whole', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const picture = await uploadedPicture(admin);
    const toolId = await addTool(admin, { Available: 10_000, MinimumOrder: 1, img: picture.img });
    const order = async () => {
      const { body } = await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 19.99));
      return body.insertedId;
    };
    const before = [await order(), await order()];
    await operate({ DATA_DIR }, 'audit', 'seal');
    const backUp = () => operate({ DATA_DIR }, 'backup', folder, '--as', 'Ada', '--reason', 'Nightly');
    const made = await beside(order, backUp);
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Backed up \d+ files of/) });
    const { stdout: told } = await operate({ DATA_DIR }, 'history', '--raw', '--type', 'BackupMade');
    expect(JSON.parse(told).meta).toMatchObject({ actor: { uid: 'operator:Ada' }, reason: 'Nightly' });

    const restored = temporaryFolder();
    writeFileSync(join(restored, 'forgotten.jsonl'), '');
    expect(await operate({ DATA_DIR: restored }, 'restore', folder)).toMatchObject({ code: 0, stderr: '' });
    expect(await operate({ DATA_DIR: restored }, 'audit', 'verify')).toMatchObject({ code: 0 });
    const again = await startShop({ DATA_DIR: restored, SEED: 'none' }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    const asAdmin = await signIn(again.origin, demoAdmin.email, demoPassword);
    const ids = (await asAdmin.get<Booking[]>('/booking')).body.map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(before));
    expect(await picture.isShownAt(again.origin)).toBe(true);
    expect(await operate({ DATA_DIR: restored }, 'verify')).toMatchObject({ code: 0 });
  });

  it('copies the sandbox after the log, which knows of no payment then that is unknown there', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    await (await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    const { files } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'));
    const inOrder = files.map(({ name }: { name: string }) => name).filter((name: string) => name.endsWith('.db'));
    expect(inOrder).toEqual(['renewals.db', 'events.db', 'sandbox.db']);
  });

  it('is restored into an empty folder only, whole or not at all, and refused when it was altered', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    const shop = await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords });
    await shop.close();
    expect(await operate({ DATA_DIR }, 'backup', `${folder}/`)).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is there already/),
    });
    expect(await operate({ DATA_DIR }, 'restore', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not empty/),
    });

    const half = join(temporaryFolder(), 'half');
    mkdirSync(half);
    writeFileSync(join(half, 'restore-under-way'), '');
    writeFileSync(join(half, 'events.db'), 'half');
    writeFileSync(join(half, 'seals.jsonl'), 'of another backup');
    const looked = async (...said: string[]) => (await operate({ DATA_DIR: half }, ...said)).stderr;
    const sayAgain = `DATA_DIR holds half of what is being restored: ${half}. Say the restore again.\n`;
    expect(await looked('history')).toBe(sayAgain);
    expect(await looked('audit', 'verify')).toBe(sayAgain);
    rmSync(join(half, 'events.db'));
    expect(await looked('history')).toBe(sayAgain);
    expect(await operate({ DATA_DIR: half }, 'restore', folder)).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR: half }, 'history')).toMatchObject({ code: 0 });
    expect(existsSync(join(half, 'seals.jsonl'))).toBe(false);
    expect(statSync(join(half, 'identity-keys.json')).mode & 0o777).toBe(0o600);

    const altered = join(temporaryFolder(), 'altered');
    cpSync(folder, altered, { recursive: true });
    appendFileSync(join(altered, 'events.db'), '.');
    const nowhere = join(temporaryFolder(), 'new');
    const refused = await operate({ DATA_DIR: nowhere }, 'restore', altered);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^events\.db in .* is not what was backed up\.\n$/),
    });
    writeFileSync(join(altered, 'backup.json'), '{"backup":');
    expect(await operate({ DATA_DIR: nowhere }, 'restore', altered)).toMatchObject({
      code: 1,
      stderr: `${altered} is no backup, or not a whole one.\n`,
    });
    expect(existsSync(nowhere) ? readdirSync(nowhere) : []).toEqual([]);
  });

  it('says of one file that it is one', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    await openSqliteEventStore({ file: join(DATA_DIR, 'events.db') }).close();
    expect((await operate({ DATA_DIR }, 'backup', folder)).stdout).toMatch(/^Backed up 1 file of \d+ bytes/);
    const restored = await operate({ DATA_DIR: temporaryFolder() }, 'restore', folder);
    expect(restored.stdout).toMatch(/^Restored 1 file of the backup of /);
  });

  it('is refused, and nothing written, where a file of keys is missing that the log needs', async () => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    const backUp = (folder: string, settings = {}) =>
      operate({ DATA_DIR, ...settings }, 'backup', join(beside, folder));
    const needed = [
      { name: 'seal-key.json', setting: 'SEAL_KEY', what: 'sealed' },
      { name: 'identity-keys.json', setting: 'IDENTITY_KEYS', what: 'begun' },
    ];
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
    for (const { name, setting, what } of needed) {
      const file = join(DATA_DIR, name);
      const key = readFileSync(file, 'utf8');
      rmSync(file);
      expect(await backUp('refused')).toEqual({
        code: 1,
        stdout: '',
        stderr: `${file} is missing, and this log was ${what} with it. Put it back from a backup, or set ${setting} to what it said.\n`,
      });
      expect(readdirSync(beside).filter((folder) => folder.startsWith('refused'))).toEqual([]);
      expect(await backUp(setting, { [setting]: key })).toMatchObject({ code: 0, stderr: '' });
      writeFileSync(file, key);
    }
    expect(await backUp('whole')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not made of a damaged log, nor of a damaged file of keys', async () => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
    const backUp = () => operate({ DATA_DIR }, 'backup', join(beside, 'backup'));
    for (const name of ['seal-key.json', 'identity-keys.json']) {
      const file = join(DATA_DIR, name);
      const key = readFileSync(file, 'utf8');
      writeFileSync(file, key.slice(0, 40));
      const { code, stderr } = await backUp();
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^[^\n]*\n$/) });
      expect(stderr).toContain(file);
      expect(readdirSync(beside)).toEqual([]);
      writeFileSync(file, key);
    }

    const log = join(DATA_DIR, 'events.db');
    const damaged = openSync(log, 'r+');
    writeSync(damaged, Buffer.alloc(8_192, 0xff), 0, 8_192, Math.floor(statSync(log).size / 8_192) * 4_096);
    closeSync(damaged);
    expect(await backUp()).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\S+events\.db is damaged \([^\n]+\)[^\n]+\n$/),
    });
    expect(readdirSync(beside)).toEqual([]);
  });

  it.each([
    ['whose first page is no database', 'sandbox.db', (bytes: Buffer) => Buffer.from(bytes.with(0, 0))],
    ['that ends in its midst', 'renewals.db', (bytes: Buffer) => bytes.subarray(0, 5_000)],
    ['whose first page is no database', 'events.db', (bytes: Buffer) => Buffer.from(bytes.with(0, 0))],
    ['that ends in its midst', 'events.db', (bytes: Buffer) => bytes.subarray(0, 5_000)],
    ['in which there is nothing', 'events.db', () => Buffer.alloc(0)],
  ])('is not made of a database %s (%s), and says which', async (_, name, damaged) => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    const file = join(DATA_DIR, name);
    writeFileSync(file, damaged(readFileSync(file)));
    const { code, stdout, stderr } = await operate({ DATA_DIR }, 'backup', join(beside, 'backup'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^\\S+/${name} [^\\n]+\\n$`));
    expect(readdirSync(beside)).toEqual([]);
  });

  it('needs no key to seal with where nothing is sealed', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    rmSync(join(DATA_DIR, 'seal-key.json'), { force: true });
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0, stderr: '' });
  });

  it('has what lies beside a log in EventStoreDB, and says that the log is elsewhere', async () => {
    const server = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(server.stop);
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    const settings = { DATA_DIR, EVENT_STORE: server.address };
    const shop = await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= shop.close();
      return closed;
    };
    onTestFinished(close);
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const toolId = await addTool(admin, { Available: 10, MinimumOrder: 1 });
    const { body } = await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 19.99));
    await operate(settings, 'audit', 'seal');
    const made = await operate(settings, 'backup', folder, '--as', 'Ada');
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The log is in EventStoreDB, at position \d+/),
    });
    const { log, files } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'));
    expect(log).toBe('elsewhere');
    const names = files.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(
      ['identity-keys.json', 'renewals.db', 'sandbox.db', 'seal-key.json', 'seals.jsonl'].toSorted(),
    );
    const { body: status } = await admin.get<Status>('/operations/status');
    expect(status.backups).toMatchObject({ last: { by: 'Ada' }, isElsewhere: true });
    await close();

    const [restored, nowhere] = [temporaryFolder(), temporaryFolder()];
    const withoutLog = await operate({ DATA_DIR: nowhere }, 'restore', folder);
    expect(withoutLog).toMatchObject({ code: 1, stderr: expect.stringMatching(/^EVENT_STORE is not set/) });
    const empty = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(empty.stop);
    const before = await operate({ DATA_DIR: nowhere, EVENT_STORE: empty.address }, 'restore', folder);
    expect(before).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The log has to be restored by EventStoreDB’s own means, at least up to/),
    });
    expect(await operate({ DATA_DIR: nowhere, EVENT_STORE: empty.address }, 'history')).toMatchObject({
      stdout: 'Nothing of the kind has happened.\n',
    });

    const there = { ...settings, DATA_DIR: restored };
    expect(await operate(there, 'restore', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The log in EventStoreDB goes as far/),
    });
    const again = await startShop({ ...there, SEED: 'none' }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    const asAdmin = await signIn(again.origin, demoAdmin.email, demoPassword);
    expect((await asAdmin.get<Booking[]>('/booking')).body.map(({ _id }) => _id)).toEqual([body.insertedId]);
    expect(await operate(there, 'audit', 'verify')).toMatchObject({ code: 0 });
  });

  it('that was put back is in the history once, wherever the restore was broken off', async () => {
    const [DATA_DIR, folder, broken] = [temporaryFolder(), join(temporaryFolder(), 'backup'), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    // All was there and the event written, and the process ended before it counted: beside the log lies what was not moved into it.
    cpSync(join(folder, 'events.db'), join(DATA_DIR, 'events.db'));
    const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') });
    await store.append('operations', 'any', newEvents(1));
    cpSync(DATA_DIR, broken, { recursive: true });
    await store.close();
    expect(readdirSync(broken)).toContain('events.db-wal');
    writeFileSync(join(broken, 'restore-under-way'), '');
    const restored = await operate({ DATA_DIR: broken }, 'restore', folder, '--as', 'Ada');
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await operate({ DATA_DIR: broken }, 'history', '--raw', '--stream', 'operations');
    const acts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(acts.map(({ type, meta }) => [type, meta.actor.uid])).toEqual([['BackupRestored', 'operator:Ada']]);
    expect(existsSync(join(broken, 'restore-under-way'))).toBe(false);
  });

  it('has nobody come back who was forgotten since, also before a shop opens on it', async () => {
    const [DATA_DIR, restored] = [temporaryFolder(), temporaryFolder()];
    const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const person = await signUp(shop.origin, 'Zohra Unmistakable');
    await person.post('/booking', orderOf(person, await addTool(admin), 19.99));
    const folder = join(temporaryFolder(), 'backup');
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    expect((await operate({ DATA_DIR }, 'history')).stdout).toContain('Unmistakable');
    expect(await operate({ DATA_DIR }, 'erase', person.email)).toMatchObject({ code: 0 });
    cpSync(join(DATA_DIR, 'forgotten.jsonl'), join(restored, 'forgotten.jsonl'));
    expect(await operate({ DATA_DIR: restored }, 'restore', folder)).toMatchObject({ code: 0 });
    const { code, stdout } = await operate({ DATA_DIR: restored }, 'history');
    expect(code).toBe(0);
    expect(stdout).not.toContain('Unmistakable');
    for (const name of readdirSync(restored)) {
      expect(readFileSync(join(restored, name)).includes('Unmistakable'), name).toBe(false);
    }
  });
});

it.each([
  { how: 'ends', end: 'process.exit(3)', ended: { status: 3, signal: null }, left: [] },
  {
    how: 'is killed, which names what it leaves',
    end: "process.kill(process.pid, 'SIGKILL'); for (;;);",
    ended: { status: null, signal: 'SIGKILL' },
    left: [expect.stringMatching(/^backup\.[0-9a-f]{8}\.unfinished$/)],
  },
])('a backup whose process $how in the midst of it is no backup', async ({ end, ended, left }) => {
  const [DATA_DIR, folder] = [temporaryFolder(), temporaryFolder()];
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  const ending = `
    const { backup } = await import(${JSON.stringify(join(import.meta.dirname, 'backup.ts'))});
    const { readdirSync, writeSync } = await import('node:fs');
    await backup(process.argv[1] + '/backup', {
      signal: new AbortController().signal,
      reached: () => {
        writeSync(1, readdirSync(process.argv[1]).length + '');
        ${end}
      },
    });`;
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', ending, folder], {
    env: { ...process.env, DATA_DIR },
    timeout: 60_000,
    encoding: 'utf8',
  });
  expect({ status, signal, stdout }).toEqual({ ...ended, stdout: '1' });
  expect(readdirSync(folder)).toEqual(left);
});
