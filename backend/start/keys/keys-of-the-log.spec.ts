import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { freePorts } from '../../testing/redis/free-ports.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginShopProcess } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readConfig } from '../settings/config.ts';
import { keptIn, shopKeys } from './kept-keys.ts';
import { keysAtStart } from './keys-at-start.ts';
import { beginWithKeys, refuseLostKeys } from './keys-of-the-log.ts';

/** A shop that is closed, and was opened twice. */
async function shopOfBefore() {
  const DATA_DIR = temporaryFolder();
  const open = () => startShop({ DATA_DIR }, { passwords: quickPasswords });
  await (await open()).close();
  await (await open()).close();
  return { DATA_DIR, open, file: join(DATA_DIR, 'identity-keys.json') };
}

describe('keys that the log was not begun with', () => {
  it('are refused with one line, by the shop and by the operator’s commands', async () => {
    const { DATA_DIR, open, file } = await shopOfBefore();
    writeFileSync(file, (await operate({}, 'keys')).stdout);
    await expect(open()).rejects.toThrow(/^identity-keys\.json, or IDENTITY_KEYS, is not what this log was begun with/);
    for (const said of [
      ['erase', 'mina@example.com'],
      ['keys', 'rotate'],
    ]) {
      expect(await operate({ DATA_DIR }, ...said)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^identity-keys\.json, or IDENTITY_KEYS, is not what .*\n$/),
      });
    }
  });

  it('are refused as a setting, too, before the history tells of what would be done with them', async () => {
    const { DATA_DIR, file } = await shopOfBefore();
    const IDENTITY_KEYS = (await operate({}, 'keys')).stdout.trim();
    for (const said of [['rotate'], ['add', 'wrapping']]) {
      expect(await operate({ DATA_DIR, IDENTITY_KEYS }, 'keys', ...said)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^identity-keys\.json, or IDENTITY_KEYS, is not what .*\n$/),
      });
    }
    const ofTheLog = { DATA_DIR, IDENTITY_KEYS: readFileSync(file, 'utf8') };
    expect(await operate(ofTheLog, 'keys', 'add', 'wrapping', '--as', 'Ada')).toMatchObject({ code: 0 });
    const { stdout } = await operate(ofTheLog, 'history', '--type', 'KeysReplaced');
    expect(stdout).toMatch(/^\d+ +\S+ +Operator Ada replaced a key for wrapping \(add\).*\n$/);
  });
});

describe('a file of keys that is lost', () => {
  it('is said to be missing, by the shop and by the operator’s commands, and none is left in its place', async () => {
    const { DATA_DIR, open, file } = await shopOfBefore();
    rmSync(file);
    const isMissing = `${file} is missing, and this log was begun with it. Put it back from a backup, or set IDENTITY_KEYS to what it said.`;
    await expect(open()).rejects.toThrow(isMissing);
    for (const said of [
      ['erase', 'mina@example.com'],
      ['keys', 'rotate'],
      ['keys', 'add', 'wrapping'],
    ]) {
      expect(await operate({ DATA_DIR }, ...said)).toEqual({ code: 1, stdout: '', stderr: `${isMissing}\n` });
    }
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('identity-keys'))).toEqual([]);
  });

  it('is said to be missing at EventStoreDB as well, which may be away at first, and none is left in its place', async () => {
    const { address, stop } = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(stop);
    const DATA_DIR = temporaryFolder();
    const open = () => startShop({ DATA_DIR, EVENT_STORE: address }, { passwords: quickPasswords });
    await (await open()).close();
    const file = join(DATA_DIR, 'identity-keys.json');
    rmSync(file);
    await expect(open()).rejects.toThrow(`${file} is missing, and this log was begun with it.`);
    expect(existsSync(file)).toBe(false);
  });

  it('is not waited for: the first node of a shop says that it is not ready while EventStoreDB is away', async () => {
    const [port = 0, nothing = 0] = await freePorts(2);
    const settings = { DATA_DIR: temporaryFolder(), EVENT_STORE: `esdb://127.0.0.1:${nothing}?tls=false` };
    const { end } = beginShopProcess({ ...settings, PORT: `${port}`, HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status,
        () => 'nothing',
      );
    await expect.poll(isReady).toBe(503);
    expect(readdirSync(settings.DATA_DIR)).not.toContain('identity-keys.json');
    await end('SIGKILL');
  });

  it('that is put back while the log is waited for is left there, and taken at the next start', async () => {
    const DATA_DIR = temporaryFolder();
    const file = join(DATA_DIR, 'identity-keys.json');
    const config = readConfig({ DATA_DIR, EVENT_STORE: 'esdb://127.0.0.1:1?tls=false' });
    const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') }); // In the place of one that is away.
    onTestFinished(() => store.close());
    const whenReachable = <Result>(_: string, work: () => Promise<Result>) => work();
    const { keys, save } = await keysAtStart(config, { store, whenReachable });
    const itsOwn = (await operate({}, 'keys')).stdout;
    await beginWithKeys(store, await shopKeys(keptIn(itsOwn, file)));
    writeFileSync(file, itsOwn);
    await refuseLostKeys(config, store);
    await expect(beginWithKeys(store, keys, save)).rejects.toThrow(
      `${file} was put there while the shop waited for its log. Start it again.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(itsOwn);
    const again = await keysAtStart(config, { store, whenReachable });
    expect(again.save).toBeUndefined();
    await beginWithKeys(store, again.keys, again.save);
  });
});
