import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { checksumOf, type EventTexts } from '../../event-store/sqlite/rows.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { happen } from '../../testing/logs/sealed-log.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { inTerminal } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const patient = { timeout: 60_000, interval: 250 };

/** Alters one event as somebody would who can write the file, and mends its sum. */
function alter(dataDir: string, position: number): void {
  const database = new DatabaseSync(join(dataDir, 'events.db'));
  const row = database.prepare('SELECT * FROM events WHERE position = ?').get(position) ?? {};
  const [stream, id, type, meta] = ['stream', 'id', 'type', 'meta'].map((column) => String(row[column]));
  const data = JSON.stringify({ ...JSON.parse(String(row.data)), amount: { amount: 1, currency: 'usd' } });
  const texts = { id, type, data, meta } as EventTexts;
  const sum = checksumOf(`${stream}`, BigInt(Number(row.revision)), texts);
  database.prepare('UPDATE events SET data = ?, checksum = ? WHERE position = ?').run(data, sum, position);
  database.close();
}

async function logWithOrders(orders: number): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
  await happen(store, orders);
  await store.close();
  return dataDir;
}

describe('the operator’s audit', () => {
  it('seals by hand, proves, and names what was altered since, with exit code 1 and one line', async () => {
    const DATA_DIR = await logWithOrders(10);
    const audit = (...said: string[]) => operate({ DATA_DIR }, 'audit', ...said);
    const sealed = await audit('seal', '--as', 'Ada', '--reason', 'End of the month');
    expect(sealed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Sealed: 20 events up to/) });
    expect(await audit('seal')).toMatchObject({ code: 0, stdout: 'Nothing has happened since the last seal.\n' });
    const { stdout } = await operate({ DATA_DIR }, 'history', '--raw', '--type', 'LogSealed');
    expect(JSON.parse(stdout).meta).toMatchObject({ actor: { uid: 'operator:Ada' }, reason: 'End of the month' });
    expect(await audit('verify')).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Proved up to position 20: 20 events, by 1 seal.\n',
    });
    alter(DATA_DIR, 7);
    expect(await audit('verify')).toEqual({
      code: 1,
      stderr: 'The log is not what was sealed: position 7.\n',
      stdout: 'The event at position 7 was altered.\nNothing is proved.\n',
    });
    const told = await audit('verify', '--json');
    expect(told.code).toBe(1);
    expect(JSON.parse(told.stdout)).toMatchObject({ isWhole: false, difference: { what: 'altered', position: '7' } });
  });

  it('says so where it knows no key that the seals would have to be signed by', async () => {
    const DATA_DIR = await logWithOrders(2);
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
    rmSync(join(DATA_DIR, 'seal-key.json'));
    const { stdout } = await operate({ DATA_DIR }, 'audit', 'verify');
    expect(stdout).toMatch(/^Proved up to position 4: .*\nNeither SEAL_KEY nor seal-key\.json is here: /);
  });

  it('says that the file of SEAL_TO is not there, and fails, once anything was sealed and until it is brought there', async () => {
    const [DATA_DIR, SEAL_TO] = [await logWithOrders(2), join(temporaryFolder(), 'elsewhere.jsonl')];
    const audit = (...said: string[]) => operate({ DATA_DIR, SEAL_TO }, 'audit', ...said);
    expect(await audit('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
    expect(await audit('verify')).toEqual({
      code: 1,
      stderr: 'The seals that SEAL_TO names are missing.\n',
      stdout: expect.stringMatching(
        /^There is no \S+elsewhere\.jsonl, which SEAL_TO names: .*: npm run operator -- audit seal\nProved up to position 4: /,
      ),
    });
    const { stdout } = await audit('verify', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ isWhole: false, missing: SEAL_TO });
    expect(await audit('verify', '--seals', join(DATA_DIR, 'seals.jsonl'))).toMatchObject({ code: 0 });
    expect(await audit('seal')).toMatchObject({ code: 0 });
    expect(readFileSync(SEAL_TO, 'utf8')).toBe(readFileSync(join(DATA_DIR, 'seals.jsonl'), 'utf8'));
    expect(await audit('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  it('proves an order to anybody, who checks it without a shop', async () => {
    const DATA_DIR = await logWithOrders(3);
    await operate({ DATA_DIR }, 'audit', 'seal');
    const { stdout: first } = await operate({ DATA_DIR }, 'history', '--raw', '--type', 'ToolBooked');
    const { data } = JSON.parse(first.split('\n')[1] ?? '');
    const proof = await operate({ DATA_DIR }, 'audit', 'prove', data.bookingId);
    expect(proof).toMatchObject({ code: 0, stderr: '' });
    const file = join(temporaryFolder(), 'proof.json');
    writeFileSync(file, proof.stdout);
    const nowhere = { DATA_DIR: join(temporaryFolder(), 'none') };
    const checked = await operate(nowhere, 'audit', 'check', file);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^It holds: 2 events of booking-/) });
    const sealKey = readFileSync(join(DATA_DIR, 'seal-key.json'), 'utf8');
    const { code } = await operate(nowhere, 'audit', 'check', file, '--key', JSON.parse(sealKey).x);
    expect(code).toBe(0);
    expect(await operate(nowhere, 'audit', 'check', file, '--key', sealKey)).toMatchObject({
      code: 1,
      stderr: '--key takes a public key alone, which is 43 characters: what seals.jsonl says as "key"\n',
    });
    writeFileSync(file, proof.stdout.replace('Säge', 'Feile'));
    expect(await operate(nowhere, 'audit', 'check', file)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Event [\da-f-]+ is not what was sealed\.\n$/),
    });
    writeFileSync(file, '{');
    expect(await operate(nowhere, 'audit', 'check', file)).toMatchObject({
      code: 1,
      stderr: `${file} cannot be read as JSON\n`,
    });
    rmSync(file);
    expect(await operate(nowhere, 'audit', 'check', file)).toMatchObject({ code: 1, stderr: `There is no ${file}.\n` });
    expect(await operate({ DATA_DIR }, 'audit', 'prove', 'nobody')).toMatchObject({
      code: 1,
      stderr: 'There is no event in booking-nobody.\n',
    });
  });

  it('does the same on EventStoreDB', async () => {
    const server = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(server.stop);
    const settings = { DATA_DIR: temporaryFolder(), EVENT_STORE: server.address };
    const shop = await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const order = orderOf(admin, await addTool(admin), 19.99);
    const { insertedId } = (await admin.post<{ insertedId: string }>('/booking', order)).body;
    expect(await operate(settings, 'audit', 'seal')).toMatchObject({ code: 0, stderr: '' });
    expect(await operate(settings, 'audit', 'verify')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Proved up to position \d+: \d+ events, by 1 seal\.\n/),
    });
    const proof = await operate(settings, 'audit', 'prove', insertedId, '--json');
    expect(JSON.parse(proof.stdout)).toMatchObject({ stream: `booking-${insertedId}`, events: [{}] });
  });

  it('is done by the running shop every SEAL_EVERY, and an erasure leaves the proof whole', async () => {
    const settings = {
      DATA_DIR: temporaryFolder(),
      SEAL_EVERY: '1s',
      SEAL_TO: join(temporaryFolder(), 'elsewhere.jsonl'),
    };
    const shop = await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const verified = async (...said: string[]) => {
      const { stdout } = await operate(settings, 'audit', 'verify', '--json', ...said);
      return JSON.parse(stdout) as { isWhole: boolean; proven?: { seals: number; size: number }; notSealed: number };
    };
    await expect.poll(async () => (await verified()).proven?.seals ?? 0, patient).toBeGreaterThan(0);
    const before = (await verified()).proven?.size ?? 0;
    const person = await signUp(shop.origin);
    await expect.poll(async () => (await verified()).proven?.size ?? 0, patient).toBeGreaterThan(before);
    expect(await operate(settings, 'erase', person.email)).toMatchObject({ code: 0 });
    await expect.poll(() => verified(), patient).toMatchObject({ isWhole: true, notSealed: 0 });
    expect(await verified('--seals', settings.SEAL_TO)).toMatchObject({ isWhole: true });
  });
});

describe('the command line in a terminal', () => {
  it('shows what it found, and ends with its code', async () => {
    const DATA_DIR = await logWithOrders(2);
    await operate({ DATA_DIR }, 'audit', 'seal');
    expect(await inTerminal({ DATA_DIR }, 'audit', 'verify')).toEqual({
      code: 0,
      shown: 'Proved up to position 4: 4 events, by 1 seal.\r\n',
    });
    alter(DATA_DIR, 2);
    const { code, shown } = await inTerminal({ DATA_DIR }, 'audit', 'verify');
    expect({ code, shown }).toEqual({
      code: 1,
      shown: expect.stringContaining('The event at position 2 was altered.'),
    });
  });
});
