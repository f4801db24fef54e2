import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toolAdded } from '../../../modules/catalog/testing/examples.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { BadSetting } from '../settings/config.ts';
import { refuseOtherCurrency } from './currency-of-the-log.ts';

const stores = {
  SQLite: async () => ({}),
  EventStoreDB: async () => {
    const { address, stop } = await startEventStoreUnderTest({ ownLog: true });
    onTestFinished(stop);
    return { EVENT_STORE: address };
  },
};

describe('a currency that the tools of the log are not priced in', () => {
  it.each(Object.entries(stores))('is refused with one line that names both: %s', async (_, store) => {
    const settings = { DATA_DIR: temporaryFolder(), ...(await store()) };
    const open = (but: Readonly<Record<string, string>>) =>
      startShop({ ...settings, ...but }, { passwords: quickPasswords });
    await (await open({ SEED: 'demo' })).close();
    const refused = /^CURRENCY is eur, and the prices of this shop's tools are in usd\. [^\n]+$/;
    await expect(open({ CURRENCY: 'eur' })).rejects.toThrow(BadSetting);
    await expect(open({ CURRENCY: 'eur', SEED: 'demo' })).rejects.toThrow(refused);
    expect(await operate({ ...settings, CURRENCY: 'eur' }, 'books')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^CURRENCY is eur, and .* in usd\. .*\n$/),
    });
    await (await open({ CURRENCY: 'usd' })).close();
  });

  it('may be chosen anew until there is a tool', async () => {
    const DATA_DIR = temporaryFolder();
    for (const CURRENCY of ['usd', 'eur']) await (await startShop({ DATA_DIR, CURRENCY })).close();
  });

  it('is found however much happened before the first tool, and read no further', async () => {
    const store = openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') });
    const much = async () => {
      const events = Array.from({ length: 600 }, () => newEvent({ type: 'SomethingElse', data: {} }));
      await store.append('thing', 'any', events);
    };
    await store.append('tool-odd', 'none', [newEvent({ type: 'ToolAdded', data: null })]);
    await much();
    await expect(refuseOtherCurrency(store, 'eur')).resolves.toBeUndefined();
    await store.append('tool-t1', 'none', [newEvent(toolAdded())]);
    const perPrice = { amount: 1, currency: 'gbp' };
    await store.append('tool-t2', 'none', [newEvent(toolAdded({ toolId: 't2', perPrice }))]);
    await much();
    let read = 0;
    const counting = {
      readAll: (...asked: Parameters<typeof store.readAll>) => {
        read += 1;
        return store.readAll(...asked);
      },
    };
    await expect(refuseOtherCurrency(counting, 'eur')).rejects.toThrow(/in usd/);
    expect(read).toBe(4);
    await store.close();
  });
});
