import { copyFileSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { makeLog } from '../../bench/logs/made-log.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginOperator } from '../../testing/shop-process.ts';
import { beside } from '../../testing/shops/beside.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const allIsWell =
  /^All \d+ documents of \d+ read models, and the \d+ places where they are listed, are what the history makes of them\.\n$/;

describe('the command that verifies the read models', () => {
  it('finds nothing beside a shop that takes orders, and erases somebody, meanwhile', async () => {
    const { DATA_DIR, shop, admin, toolId } = await openedShop();
    const comeAndGo = async () => {
      const person = await signUp(shop.origin);
      await person.post('/booking', orderOf(person, toolId, 19.99));
      await admin.post('/booking', orderOf(admin, toolId, 19.99));
      expect((await person.delete('/me', { body: { password } })).status).toBe(204);
    };
    await beside(comeAndGo, async () => {
      for (let round = 0; round < asOften(1, 3); round++) {
        const verified = await operate({ DATA_DIR }, 'verify');
        expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(allIsWell) });
      }
    });
  });

  it('lists every difference by document and field, texts only to who asks, and says that all is not well', async () => {
    const { DATA_DIR, shop, admin, toolId } = await openedShop();
    const { insertedId } = (await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 19.99))).body;
    await shop.close();
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
    const number = numberOf(DATA_DIR, 'bookings.v%');
    alter(
      DATA_DIR,
      `UPDATE documents SET document = replace(replace(document, 'Admin', 'Eve'), '"quantity":1', '"quantity":3') WHERE id = '${insertedId}'`,
      `INSERT INTO documents SELECT projection, 'stray', document, entries FROM documents WHERE id = '${insertedId}'`,
      `DELETE FROM entries WHERE projection = ${number} AND name = 'status' AND id = '${insertedId}'`,
      `INSERT INTO entries VALUES (${number}, 'uid', 'eve@example.com', '', '${insertedId}')`,
      `UPDATE documents SET document = json_set(document, '$.figures.placed', 7000) WHERE projection = ${number} AND id = (
        SELECT min(id) FROM documents WHERE projection = ${number} AND id LIKE 'sum:%')`,
      `DELETE FROM documents WHERE id = '${toolId}'`,
    );
    const { code, stdout, stderr } = await operate({ DATA_DIR }, 'verify');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The read models are not what the history makes of them\.\n$/m);
    expect(stdout.trim().split('\n')).toHaveLength(7);
    expect(stdout.trim().split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^6 differences in \d+ documents and where they are listed\.$/),
        `bookings: ${insertedId} in the list 'status' is in the replay, and not shown`,
        `bookings: ${insertedId} in the list 'uid' is shown, and not in the replay`,
        'bookings: the document stray is shown, and not in the replay',
        expect.stringMatching(new RegExp(`^bookings: the document ${insertedId}: buyerName, quantity 3 → 1$`)),
        expect.stringMatching(/^bookings: the sum .*: placed 7000 → /),
        `tools: the document ${toolId} is in the replay, and not shown`,
      ]),
    );
    expect(stdout).not.toMatch(/eve@example|Eve/);
    const told = await operate({ DATA_DIR }, 'verify', '--json', '--values');
    const lines = told.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ isSame: false, differences: 6 });
    expect(lines).toContainEqual({
      projection: 'bookings',
      kind: 'listing',
      id: insertedId,
      isIn: 'shown',
      index: 'uid',
      key: 'eve@example.com',
      sort: '',
    });
  });

  thoroughly('compares the build of a read model that is shown, and no other', async () => {
    const { DATA_DIR, shop, toolId } = await openedShop();
    for (const what of ['rebuild', 'promote']) {
      expect(await operate({ DATA_DIR }, 'projections', what, 'tools')).toMatchObject({ code: 0 });
    }
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
    await shop.close();
    const altered = (build: string) =>
      alter(
        DATA_DIR,
        `UPDATE documents SET document = replace(document, '10000', '20000')
        WHERE id = '${toolId}' AND projection = ${numberOf(DATA_DIR, build)}`,
      );
    altered('tools.v_');
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
    altered('tools.v_~2');
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`^tools: the document ${toolId}: Available 20000 → 10000\n1 diff`)),
    });
  });

  // This and the next side by side: both wait whether it is there in a moment.
  thoroughly('says what is not there, and makes nothing of it itself', async (test) => {
    const { DATA_DIR, shop } = await openedShop(test);
    await shop.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(DATA_DIR, `read-models.db${suffix}`), { force: true });
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Not there yet: .*bookings.* A shop that runs makes them\.\n$/),
    });
    const made = new DatabaseSync(join(DATA_DIR, 'read-models.db'));
    expect(made.prepare('SELECT name FROM projections').all()).toEqual([]);
    made.close();
  });

  thoroughly(
    'says that there is nothing to compare where no shop has opened the log, and not that all is well',
    async (test) => {
      const stderr = 'There are no read models to compare.\n';
      const DATA_DIR = temporaryFolder(test);
      await makeLog({ dataDir: DATA_DIR, orders: 5, paid: 0.5, tools: 2, people: 2 });
      expect(await operate({ DATA_DIR }, 'verify')).toEqual({
        code: 1,
        stdout: expect.stringMatching(/^Not there yet: .*bookings.* A shop that runs makes them\.\n$/),
        stderr,
      });
      // Another command may have made them of a log of nothing.
      const empty = temporaryFolder(test);
      await openSqliteEventStore({ file: join(empty, 'events.db') }).close();
      expect(await operate({ DATA_DIR: empty }, 'books')).toMatchObject({ code: 0 });
      expect(await operate({ DATA_DIR: empty }, 'verify')).toEqual({
        code: 1,
        stdout: 'Nothing has happened, and no shop has opened this log.\n',
        stderr,
      });
    },
  );

  it('leaves nothing behind when it is killed, and changes nothing but to look', async () => {
    const { DATA_DIR, shop } = await openedShop();
    await shop.close();
    const copy = join(temporaryFolder(), 'events.db');
    copyFileSync(join(DATA_DIR, 'events.db'), copy);
    const before = readdirSync(DATA_DIR);
    const began = [];
    for (let time = 0; time < 2; time++) {
      const madeFile = changedIn(DATA_DIR, /^scratch-/);
      const { child, ended } = beginOperator({ DATA_DIR }, 'verify');
      began.push(await Promise.race([madeFile, ended.then(() => 'ended before')]));
      child.kill('SIGKILL');
      await ended;
      expect(child.signalCode).toBe('SIGKILL');
    }
    expect(began).toEqual([expect.stringMatching(/^scratch-.*\.db$/), expect.stringMatching(/^scratch-.*\.db$/)]);
    // A kill in the moment in which the file had a name leaves that, of nothing, until somebody looks again.
    const left = readdirSync(DATA_DIR).filter((name) => name.startsWith('scratch-'));
    for (const name of left) expect(readFileSync(join(DATA_DIR, name), 'latin1')).not.toContain('@inventory.example');
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
    expect(readdirSync(DATA_DIR).filter((name) => !before.includes(name) && !/-(wal|shm)$/.test(name))).toEqual([]);
    expect(eventsIn(join(DATA_DIR, 'events.db'))).toEqual(eventsIn(copy));
  });
});

async function openedShop(test: Pick<TestContext, 'onTestFinished'> = { onTestFinished }) {
  const DATA_DIR = temporaryFolder(test);
  const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shop.close();
    return closing;
  };
  test.onTestFinished(close);
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const toolId = await addTool(admin, { Available: 10_000, MinimumOrder: 1 });
  return { DATA_DIR, shop: { ...shop, close }, admin, toolId };
}

/** Resolves to the first name of this kind that comes or goes in a folder. */
function changedIn(folder: string, kind: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== null && kind.test(name)) resolve(name);
    });
    onTestFinished(() => watcher.close());
  });
}

function alter(dataDir: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(join(dataDir, 'read-models.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

function numberOf(dataDir: string, name: string): number {
  const database = new DatabaseSync(join(dataDir, 'read-models.db'));
  const row = database.prepare('SELECT number FROM projections WHERE name LIKE ?').get(name);
  database.close();
  return Number(row?.number);
}

function eventsIn(file: string): unknown {
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT * FROM events').all();
  database.close();
  return rows;
}
