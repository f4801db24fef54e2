import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { isThorough } from '../../testing/as-often.ts';
import { count } from '../../testing/counters.ts';
import { startShop } from '../../testing/running-shop.ts';
import { productionSettings } from '../../testing/shop-process.ts';
import { expectOneLine } from '../../testing/shops/expect-one-line.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

let good: Readonly<Record<string, string>>;
beforeAll(async () => {
  good = await productionSettings({ DATA_DIR: join(folder, 'good') });
});

type Bad = readonly [what: string, but: Readonly<Record<string, string>>, line: RegExp];

const bad: readonly Bad[] = [
  ['an unknown kind of event store', { EVENT_STORE: 'mongodb://localhost' }, /EVENT_STORE must be .*esdb:/],
  ['an unknown kind of read models', { READ_MODELS: 'localhost:6379' }, /READ_MODELS must be .*redis:/],
  ['a Redis of no port', { READ_MODELS: 'redis://:hunter2@redis:port' }, /READ_MODELS has 'redis:port' where/],
  ['sentinels of no master', { READ_MODELS: 'redis+sentinel://one,two' }, /READ_MODELS must say .* the master/],
  ['an EventStoreDB without a user', { EVENT_STORE: 'esdb://one?tlsCAFile=ca.pem' }, /EVENT_STORE needs a user and/],
  [
    'an EventStoreDB of a certificate that is not there',
    { EVENT_STORE: 'esdb://shop:hunter2@one?tlsCAFile=/none/such.pem' },
    /EVENT_STORE is wrong: .*certificate/,
  ],
  ['an EventStoreDB at no port', { EVENT_STORE: 'esdb://one:99999?tls=false' }, /EVENT_STORE must name a port/],
  ['a port that is no number', { PORT: 'three thousand' }, /PORT must be a whole number/],
  ['a port that cannot be', { PORT: '70000' }, /PORT /],
  ['an address of another machine', { HOST: '192.0.2.1', DEMO: 'public' }, /HOST 192\.0\.2\.1/],
  ['a sandbox that others would reach', { HOST: '0.0.0.0' }, /DEMO must be public/],
  [
    'demo accounts that others would reach',
    { PUBLIC_URL: 'https://shop.example', SEED: 'demo' },
    /DEMO must be public/,
  ],
  ['production that is written otherwise', { NODE_ENV: 'Production' }, /NODE_ENV must be .*production/],
  ['a currency that is none', { CURRENCY: 'dollars' }, /CURRENCY must be a currency code/],
  ['a currency that no card is charged in', { CURRENCY: 'irr' }, /CURRENCY must be a currency code/],
  ['a time without a unit', { ORDER_TTL: '24' }, /ORDER_TTL must be a length of time/],
  ['production without keys', { IDENTITY_KEYS: '' }, /IDENTITY_KEYS is needed in production/],
  ['production with keys that are none', { IDENTITY_KEYS: 'secret' }, /IDENTITY_KEYS is damaged/],
  ['production without a payment key', { PAYMENTS: '' }, /STRIPE_SECRET_KEY is needed in production/],
  ['Stripe without its webhook secret', { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_\w+ is needed/],
];

/**
 * A start is refused for it, in the words that its process says and ends with, as the first of them shows; by `npm run test:thorough`
 * each has a process.
 */
async function expectRefused(but: Readonly<Record<string, string>>, line: RegExp): Promise<void> {
  if (isThorough) return expectOneLine(good, but, line);
  const reason = await startShop({ ...good, ...but }).then(
    (shop) => shop.close(),
    (refused: unknown) => refused,
  );
  expect(reason).toBeInstanceOf(BadSetting);
  expect((reason as BadSetting).message).toMatch(line);
  expect((reason as BadSetting).message).not.toContain('\n');
}

describe('a start with', () => {
  for (const [place, [what, but, line]] of bad.entries()) {
    it(`${what} ends with one line that names the setting`, () =>
      place === 0 ? expectOneLine(good, but, line) : expectRefused(but, line));
  }

  it('a port that is in use ends with one line that names the setting', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    await expectOneLine(good, { PORT: port }, new RegExp(`PORT ${port} is in use`));
    await new Promise((resolve) => other.close(resolve));
  });

  it('a data directory below a file ends with one line that names the setting', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expectRefused({ DATA_DIR: join(file, 'data') }, /DATA_DIR cannot be written to/);
  });

  it.each([
    ['in a folder that is not there', 'none/seals.jsonl', 'ENOENT'],
    ['that is a folder', '.', 'EISDIR'],
    ['below a file', 'settings.spec.ts/seals.jsonl', 'ENOTDIR'],
  ])('a file for seals %s ends with one line that names the setting', async (_, path, code) => {
    const SEAL_TO = join(import.meta.dirname, path);
    await expectRefused({ SEAL_TO }, new RegExp(`SEAL_TO cannot be written to: ${SEAL_TO} \\(${code}\\)$`, 'm'));
  });

  it('an event log that is no database ends with one line that names the file', async () => {
    await expectOneLine(good, { DATA_DIR: dirWith('events.db', 'This is no database. '.repeat(500)) }, /events\.db/);
  });

  thoroughly('an event log with a damaged event far back ends with one line that names the file', async () => {
    const DATA_DIR = join(folder, 'damaged-far-back');
    const file = join(DATA_DIR, 'events.db');
    const store = openSqliteEventStore({ file });
    await count(store, 'a', ...Array.from({ length: 300 }, (_, n) => n));
    await store.close();
    const database = new DatabaseSync(file);
    database.exec(`UPDATE events SET data = replace(data, '"by":5', '"by":6') WHERE position = 6`);
    database.close();
    await expectOneLine(good, { DATA_DIR }, /events\.db .* position 6 is damaged/);
  });

  it('identity keys that are damaged is refused with a line that names the file', async () => {
    const DATA_DIR = dirWith('identity-keys.json', '{"signingKey":');
    await expect(startShop({ DATA_DIR })).rejects.toThrow(BadSetting);
    await expect(startShop({ DATA_DIR })).rejects.toThrow(/^\S+identity-keys\.json is damaged\. [^\n]+$/);
  });
});

function dirWith(file: string, text: string): string {
  const dir = join(folder, `with-${file}`);
  mkdirSync(dir);
  writeFileSync(join(dir, file), text);
  return dir;
}
