import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { signIn } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { madeEmail, madePassword, madeReactors, makeLog } from './made-log.ts';

describe('a log that was made', () => {
  it('is a shop’s: people sign in, and see what they ordered and what of it was paid', async () => {
    const dataDir = temporaryFolder();
    const { events, toolIds } = await makeLog({ dataDir, orders: 40, paid: 0.5, tools: 5, people: 4 });
    expect(events).toBe(4 + 5 + 2 * 4 + 2 * 40 + 8 * 20);
    const shop = await startShop({ DATA_DIR: dataDir });
    const person = await signIn(shop.origin, madeEmail(1), madePassword);
    const { body: orders } = await person.get<{ paid: boolean; buyerName: string; toolId: string }[]>(
      `/booking?personEmail=${person.email}`,
    );
    expect(orders).toHaveLength(10);
    expect(orders.filter(({ paid }) => paid)).toHaveLength(5);
    expect(new Set(orders.map(({ buyerName }) => buyerName))).toEqual(new Set(['Person 1']));
    expect(toolIds).toEqual(expect.arrayContaining(orders.map(({ toolId }) => toolId)));
    await shop.close();
    const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
    onTestFinished(() => store.close());
    const reactors = await reactorsOf(store);
    expect([...reactors.keys()].toSorted()).toEqual(madeReactors);
    expect([...reactors.values()].every((position) => position >= BigInt(events))).toBe(true);
  });
});
