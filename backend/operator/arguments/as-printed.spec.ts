import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, payInSandbox, signIn, signUp } from '../../testing/api-client.ts';
import { newEvent } from '../../testing/counters.ts';
import { commandsPrintedIn, type Printed, shapeOf } from '../../testing/documents/printed-commands.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { afterSpecFile } from '../../testing/suite/after-spec-file.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
const patient = { timeout: 60_000, interval: 200 };

/** A folder for all tests of this file. */
function folderOfTheFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  afterSpecFile(async () => rmSync(folder, { recursive: true }));
  return folder;
}

/** A shop that is closed, in which Mina has paid an order, and something cannot be dealt with. */
async function shopOfThePage() {
  const DATA_DIR = folderOfTheFile();
  const shop = await startShop({ DATA_DIR, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const mina = await signUp(shop.origin, 'Mina');
  expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
  const placed = await mina.post<{ insertedId: string }>('/booking', orderOf(mina, await addTool(admin), 19.99));
  const order = placed.body.insertedId;
  expect(await payInSandbox(mina, order, 19.99)).toBe(200);
  const isPaid = async () => (await mina.get<Booking>(`/booking/${order}`)).body.paid;
  await vi.waitFor(async () => expect(await isPaid()).toBe(true), patient);
  const history = (await admin.get<HistoryEntry[]>(`/history?entity=booking:${order}`)).body;
  const positionOf = (event: string) => history.find(({ type }) => type === event)?.position ?? '';
  const [placedAt, paidAt] = [positionOf('ToolBooked'), positionOf('BookingPaid')];
  await shop.close();
  return { DATA_DIR, mina: mina.email, uid: decodeJwt(mina.token ?? '').sub ?? '', order, placedAt, paidAt };
}

type ShopOfThePage = Awaited<ReturnType<typeof shopOfThePage>>;

/** The same with an event that is no event of the shop, but for its type. */
async function withParked({ DATA_DIR }: ShopOfThePage): Promise<{ DATA_DIR: string; id: string }> {
  const copy = copyOf(DATA_DIR);
  const damaged = newEvent({ type: 'BookingDeleted', data: null });
  const store = openSqliteEventStore({ file: join(copy, 'events.db') });
  await store.append('booking-damaged', 'any', [damaged]);
  await store.close();
  const shop = await startShop({ DATA_DIR: copy, LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
  const isParked = async () => ((await (await fetch(`${shop.origin}/health/ready`)).json()) as { parked?: [] }).parked;
  await vi.waitFor(async () => expect(await isParked()).toHaveLength(2), patient);
  await shop.close();
  return { DATA_DIR: copy, id: damaged.id };
}

function copyOf(dataDir: string): string {
  const copy = folderOfTheFile();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

function alter(dataDir: string, position: string): void {
  const database = new DatabaseSync(join(dataDir, 'events.db'));
  database.prepare('UPDATE events SET data = ? WHERE position = ?').run('{"price":1}', position);
  database.close();
}

function alterReadModels(dataDir: string, order: string): void {
  const database = new DatabaseSync(join(dataDir, 'read-models.db'));
  const { number } = database.prepare("SELECT number FROM projections WHERE name LIKE 'bookings.v%'").get() ?? {};
  database.exec(`
    UPDATE documents SET document = replace(replace(document, 'Mina', 'Eve'), '"quantity":1', '"quantity":3') WHERE id = '${order}';
    DELETE FROM entries WHERE projection = ${number} AND name = 'status' AND id = '${order}'`);
  database.close();
}

const words = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

describe('what docs/operating.md prints', () => {
  const every = commandsPrintedIn(page);
  let said: (printed: Printed) => Promise<string>;
  beforeAll(async () => {
    said = await saidBy(await shopOfThePage());
  });

  it('is more than a few commands', () => expect(every.length).toBeGreaterThan(15));

  // Each has a time of its own, and goes on from what those before it have done.
  describe('is what its commands say, one after the other', () => {
    it.each(every)('$section: $command', async (printed) => {
      expect(shapeOf(await said(printed))).toBe(shapeOf(printed.says));
    });
  });
});

/** Says a command of the page to a shop like the one that the page tells of. What it says is as if it were that one. */
async function saidBy(shop: ShopOfThePage) {
  const server = await startEventStoreUnderTest({ ownLog: true });
  afterSpecFile(server.stop);
  const parked = await withParked(shop);
  const [files, drill] = [folderOfTheFile(), folderOfTheFile()];
  mkdirSync(join(files, 'backups'));
  const altered = (alteration: (dataDir: string) => void) => {
    const copy = copyOf(shop.DATA_DIR);
    alteration(copy);
    return copy;
  };
  /** Where what is printed is said. */
  let isRestored = false;
  const placeOf = ({ section, command }: Printed) => {
    isRestored ||= command.startsWith('restore');
    if (section === 'What to back up' && isRestored) return drill;
    if (command.startsWith('parked')) return parked.DATA_DIR;
    if (command.includes('# after somebody altered the file')) return altered((copy) => alter(copy, shop.placedAt));
    if (command.includes('# after somebody wrote into')) return altered((copy) => alterReadModels(copy, shop.order));
    return shop.DATA_DIR;
  };
  /** What in a command is another in each shop. */
  const meantBy = (word: string) =>
    word
      .replace('/backups/', `${files}/backups/`)
      .replace('mina@example.com', shop.mina)
      .replace('./data', shop.DATA_DIR)
      .replace(/^esdb:.*/, server.address)
      .replace(/^user:.*/, `user:${shop.uid}`)
      .replace(/^booking:.*/, `booking:${shop.order}`)
      .replace(/^[\da-f-]{36}$/, parked.id)
      .replace(/^57$/, shop.placedAt)
      .replace(/^64$/, shop.paidAt);
  return async (printed: Printed) => {
    const DATA_DIR = placeOf(printed);
    // The drill starts the shop before.
    if (DATA_DIR === drill && printed.command === 'verify') await (await startShop({ DATA_DIR })).close();
    const meant = words(printed.command.replace(/ +#.*$/, '')).map(meantBy);
    const { stdout, stderr } = await operate({ DATA_DIR }, ...meant);
    return (stdout + stderr).replaceAll(shop.mina, 'mina@example.com');
  };
}
