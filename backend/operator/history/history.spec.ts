import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AsOf, HistoryEntry, Why } from '../../../modules/audit/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

type Settings = Readonly<Record<string, string>>;

const patient = { timeout: 60_000, interval: 200 };

/** A shop in which somebody has ordered something. */
async function shopWithOrder(stores: Settings = {}) {
  const settings = { DATA_DIR: temporaryFolder(), ...stores };
  const shop = await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= shop.close();
    return closed;
  };
  onTestFinished(close);
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const mina = await signUp(shop.origin, 'Mina');
  const order = async () => {
    const placed = orderOf(mina, await addTool(admin), 19.99);
    return (await mina.post<{ insertedId: string }>('/booking', placed)).body.insertedId;
  };
  const bookingId = await order();
  const uid = decodeJwt(mina.token ?? '').sub ?? '';
  return { settings, admin, mina, uid, order, bookingId, close };
}

async function said(settings: Settings, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await operate(settings, ...words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

async function objects<Of = HistoryEntry>(settings: Settings, ...words: readonly string[]): Promise<Of[]> {
  return linesOf(await said(settings, ...words, '--json')).map((line) => JSON.parse(line));
}

describe('the history at the command line', () => {
  it('is what GET /history says, in the order in which it happened, by every filter', async () => {
    const { settings, admin, bookingId, uid } = await shopWithOrder();
    const get = async (query: string) => (await admin.get<HistoryEntry[]>(`/history?${query}`)).body.toReversed();
    const whole = await get('');
    const [placed] = whole.filter(({ type }) => type === 'ToolBooked');
    const { at = '', correlationId = '', position = '' } = placed ?? {};
    expect(await objects(settings, 'history')).toEqual(whole);
    const filters: [words: string[], query: string][] = [
      [['--stream', `booking-${bookingId}`], `entity=booking:${bookingId}`],
      [['--stream', `user:${uid}`, '--type', 'UserRegistered'], `entity=user:${uid}&type=UserRegistered`],
      [['--actor', uid, '--since', at, '--until', at], `actor=${uid}&since=${at}&until=${at}`],
      [['--correlation', correlationId ?? '', '--limit', '1'], `correlation=${correlationId}&limit=1`],
      [['--limit', '3'], 'limit=3'],
      [['--type', 'ToolAdded', '--limit', '2'], 'type=ToolAdded&limit=2'],
    ];
    for (const [words, query] of filters) {
      const found = await get(query);
      expect(found, query).not.toEqual([]);
      expect({ words, found: await objects(settings, 'history', ...words) }).toEqual({ words, found });
    }
    const after = (await objects(settings, 'history', '--after', position)).map((entry) => BigInt(entry.position));
    expect(after).toEqual(whole.map((entry) => BigInt(entry.position)).filter((one) => one > BigInt(position)));
    const sentences = linesOf(await said(settings, 'history', '--stream', `booking-${bookingId}`));
    expect(sentences).toEqual([
      expect.stringMatching(new RegExp(`^\\d+  \\d{4}-\\S+Z  Mina ordered .*  \\[booking:${bookingId}\\]$`)),
    ]);
    expect(await said(settings, 'history', '--type', 'MailGivenUp')).toBe('Nothing of the kind has happened.\n');
    expect(await objects(settings, 'history', '--type', 'MailGivenUp')).toEqual([]);
  });

  it('is the same on EventStoreDB', async () => {
    const server = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(server.stop);
    const { settings, admin, bookingId } = await shopWithOrder({ EVENT_STORE: server.address });
    const { body } = await admin.get<HistoryEntry[]>('/history');
    const told = await objects(settings, 'history');
    expect(told.slice(0, body.length)).toEqual(body.toReversed());
    const [placed] = await objects(settings, 'history', '--stream', `booking:${bookingId}`, '--limit', '1');
    expect(await said(settings, 'as-of', `booking:${bookingId}`, placed?.position ?? '')).toMatch(/^status: unpaid$/m);
    expect(await objects(settings, 'why', placed?.event?.id ?? '')).toMatchObject([{ event: placed }]);
  });

  it('needs no shop, nor an index that was made before', async () => {
    const { settings, close } = await shopWithOrder();
    const beside = await objects(settings, 'history');
    await close();
    for (const file of ['history.db', 'history.db-wal', 'history.db-shm']) {
      rmSync(join(settings.DATA_DIR, file), { force: true });
    }
    const alone = await objects(settings, 'history');
    expect(alone.slice(0, beside.length)).toEqual(beside);
  });

  it('is followed: what happens is told once, in order, until it is interrupted', async () => {
    const { settings, order } = await shopWithOrder();
    const { child, ended } = beginOperator(settings, 'history', '--follow', '--type', 'ToolBooked', '--json');
    const told: HistoryEntry[] = [];
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      told.push(...lines.map((line) => JSON.parse(line)));
    });
    await expect.poll(() => told.length, patient).toBe(1);
    const orders = [await order(), await order()];
    await expect.poll(() => told.length, patient).toBe(3);
    orders.push(await order());
    await expect
      .poll(() => told.slice(1).map(({ entity }) => entity), patient)
      .toEqual(orders.map((id) => `booking:${id}`));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: 'Interrupted.\n' });
    expect(told).toEqual(await objects(settings, 'history', '--type', 'ToolBooked'));
  });

  it('names nobody who was forgotten, and shows nothing that is secret', async () => {
    const { settings, mina, uid } = await shopWithOrder();
    const before = await said(settings, 'history');
    expect(before).toContain('Mina');
    expect((await mina.delete('/me', { body: { password } })).status).toBe(204);
    await expect
      .poll(async () => (await objects(settings, 'history', '--stream', `user-${uid}`)).at(-1)?.sentence, patient)
      .toMatch(/^An erased person/);
    const every = (await said(settings, 'history')) + (await said(settings, 'history', '--json'));
    expect(every).not.toMatch(/\$argon2|Mina|tokenHash|"hash"/);
    expect(every).not.toContain(mina.email);
  });

  it('goes on as lines of JSON as they lie in the store, with what is personal sealed', async () => {
    const { settings, mina, bookingId } = await shopWithOrder();
    const raw = await said(settings, 'history', '--raw', '--stream', `booking-${bookingId}`);
    expect(JSON.parse(raw)).toMatchObject({
      position: expect.stringMatching(/^\d+$/),
      revision: '0',
      stream: `booking-${bookingId}`,
      type: 'ToolBooked',
      data: { bookingId },
      meta: { actor: { role: 'user' } },
    });
    expect(await said(settings, 'history', '--raw')).not.toContain(mina.email);
  });

  it('refuses a type of events that nobody knows, and tells of what is in the log, whoever has written it', async () => {
    const { settings, close } = await shopWithOrder();
    await close();
    const store = openSqliteEventStore({ file: join(settings.DATA_DIR, 'events.db') });
    await store.append('weather', 'any', [newEvent({ type: 'WeatherChanged', data: {} })]);
    await store.close();
    for (const how of [[], ['--raw'], ['--raw', '--after', '1']]) {
      const told = (type: string) => operate(settings, 'history', ...how, '--type', type);
      expect(await told('WeatherChanged')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('WeatherChanged'),
      });
      expect(await told('ToolBoked')).toEqual({
        code: 1,
        stdout: '',
        stderr: '--type: ToolBoked is no type of events, of this release or in the log. Did you mean ToolBooked?\n',
      });
      expect(await told('Earthquake')).toEqual({
        code: 1,
        stdout: '',
        stderr: '--type: Earthquake is no type of events, of this release or in the log.\n',
      });
    }
    const behind = await operate(settings, 'history', '--raw', '--type', 'WeatherChanged', '--after', '999999');
    expect(behind).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refuses in one line what is not well formed, and makes no shop where there is none', async () => {
    const DATA_DIR = join(temporaryFolder(), 'mistyped');
    const justBefore = '2026-01-01T00:00:00.000001Z';
    const wrong: [line: RegExp, ...words: string[]][] = [
      [/^There is no log in DATA_DIR/, 'history', '--since', '2026-01-01', '--until', '2026-01-01'],
      [/^There is no log in DATA_DIR/, 'history', '--since', justBefore, '--until', justBefore],
      [/^There is no log in DATA_DIR: .*mistyped/, 'history'],
      [/^There is no log in DATA_DIR: .*mistyped/, 'history', '--raw'],
      [/^There is no log in DATA_DIR: .*mistyped/, 'as-of', 'order-counts'],
      [/^There is no log in DATA_DIR: .*mistyped/, 'why', '1'],
      [/^--since: Must be a time/, 'history', '--since', 'yesterday'],
      [/^--after: Must be a position/, 'history', '--after', '-1'],
      [/^--limit is how many/, 'history', '--limit', '0'],
      [/^--since is after --until/, 'history', '--since', '2026-01-02', '--until', '2026-01-01'],
      [
        /^--since is after --until/,
        'history',
        '--raw',
        '--since',
        '2026-01-01T00:00:00.000002Z',
        '--until',
        justBefore,
      ],
      [/^--follow goes on/, 'history', '--follow', '--until', '2026-01-01'],
      [/^--raw goes through the whole log/, 'history', '--raw', '--follow'],
      [/^noon: Must be a position/, 'as-of', 'order-counts', 'noon'],
    ];
    for (const [line, ...words] of wrong) {
      const { code, stdout, stderr } = await operate({ DATA_DIR }, ...words);
      expect({ words, code, stdout, stderr }).toEqual({
        words,
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(line),
      });
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('what was true then, and why', () => {
  it('are what the calls say', async () => {
    const { settings, admin, bookingId, mina } = await shopWithOrder();
    await mina.delete(`/booking/${bookingId}`);
    const events = (await admin.get<HistoryEntry[]>(`/history?entity=booking:${bookingId}`)).body;
    expect(events.map(({ type }) => type)).toEqual(['BookingDeleted', 'ToolBooked']);
    for (const at of events.flatMap((event) => [event.position, event.at])) {
      const { body } = await admin.get<AsOf>(`/history/booking-${bookingId}?at=${at}`);
      expect(await objects<AsOf>(settings, 'as-of', `booking:${bookingId}`, at)).toEqual([body]);
    }
    const placed = events.at(-1);
    const read = await said(settings, 'as-of', `booking-${bookingId}`, placed?.position ?? '');
    expect(linesOf(read)[0]).toBe(`booking-${bookingId} at position ${placed?.position} (${placed?.at}, revision 0)`);
    expect(read).toMatch(/^status: unpaid$/m);
    expect(await operate(settings, 'as-of', `booking-${bookingId}`, '1')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There was no such thing then.\n',
    });
    const { body: why } = await admin.get<Why>(`/history/why/${placed?.position}`);
    expect(await objects<Why>(settings, 'why', placed?.event?.id ?? '')).toEqual([why]);
    const tree = linesOf(await said(settings, 'why', placed?.position ?? ''));
    expect(tree.filter((line) => line.endsWith('  <-'))).toEqual([expect.stringContaining('Mina ordered')]);
    expect(tree).toHaveLength(1 + why.causes.length + why.effects.length + (why.beside.length || -1) + 1);
    expect(await operate(settings, 'why', '999999')).toMatchObject({
      code: 1,
      stderr: 'There is no such event.\n',
    });
  });
});
