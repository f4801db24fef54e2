import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageOf } from './sqlite-lists.ts';
import { sqliteStore } from './sqlite-store.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-lists-'));
  sqliteStore(join(folder, 'sandbox.db')).close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const yesAndNo = [true, false];

describe('a page of a list in SQLite', () => {
  it.each(['intents', 'charges', 'refunds', 'disputes'] as const)('of %s is read off an index, unsorted', (kind) => {
    const database = new DatabaseSync(join(folder, 'sandbox.db'));
    for (const isOfIntent of kind === 'intents' ? [false] : yesAndNo) {
      for (const isBackwards of yesAndNo) {
        for (const hasCursor of yesAndNo) {
          const sql = pageOf(kind, { isOfIntent, isBackwards, hasCursor });
          const named = { limit: 1, from: 0, until: 1, intentId: 'pi_1', created: 0, row: 0 };
          const used = Object.fromEntries(Object.entries(named).filter(([name]) => sql.includes(`:${name}`)));
          const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(used);
          const index = isOfIntent ? `${kind}_by_intent` : `${kind}_created`;
          expect(steps.map(({ detail }) => detail)).toEqual([
            expect.stringContaining(`SEARCH ${kind} USING INDEX ${index}`),
          ]);
        }
      }
    }
    database.close();
  });

  it('has the charges of a file that an earlier release wrote', () => {
    const file = join(folder, 'earlier.db');
    const earlier = new DatabaseSync(file);
    earlier.exec('CREATE TABLE intents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT');
    const insert = earlier.prepare('INSERT INTO intents (id, body) VALUES (?, ?)');
    const card = { brand: 'visa', last4: '4242', id: 'pm_1' };
    const paid = { id: 'pi_1', status: 'succeeded', created: 1, card, charge: { id: 'ch_1', created: 2 }, amount: 500 };
    insert.run('pi_1', JSON.stringify(paid));
    insert.run('pi_2', JSON.stringify({ id: 'pi_2', status: 'requires_payment_method', created: 3, amount: 500 }));
    earlier.close();
    const store = sqliteStore(file);
    expect(store.list('charges', { limit: 9 })).toEqual([
      { id: 'ch_1', intentId: 'pi_1', created: 2, card, status: 'succeeded' },
    ]);
    store.close();
  });
});
