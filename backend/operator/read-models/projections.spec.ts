import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { tools } from '../../../modules/catalog/read-models/tools.ts';
import { buildOf } from '../../../modules/kernel/documents/build-name.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { makeLog } from '../../bench/logs/made-log.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { orderOf, password, signUp } from '../../testing/api-client.ts';
import { bytesIn } from '../../testing/logs/kept-bytes.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const patient = { timeout: 60_000, interval: 100 };

describe('a projection', () => {
  it('is made anew beside the one that is shown, promoted, and gone back from, while the shop serves', async () => {
    const { dataDir, open, wrong } = await shopWithWrongTool();
    const { origin } = await open();
    const available = async () => {
      const shown = (await toolsOf(origin)).find(({ _id }) => _id === wrong.toolId)?.Available;
      const found = (await toolsOf(origin, `?search=${encodeURIComponent(wrong.name)}`)).find(
        ({ _id }) => _id === wrong.toolId,
      );
      expect(found?.Available).toBe(shown);
      return shown;
    };
    expect(await available()).toBe(wrong.available);
    const says = (...said: string[]) => operator(dataDir, 'projections', ...said);
    expect(await says('rebuild', 'tools', '--as', 'Ada', '--reason', 'One is wrong')).toMatch(
      new RegExp(
        `^tools: the document ${wrong.toolId}: Available ${wrong.available} → ${wrong.is}\n` +
          `(tools: ${wrong.toolId} in the list 'Available' is .*\n){2}` +
          'Build 2 of tools is there, beside build 1, which is shown: 3 differences in \\d+ documents and where they are listed\\.\n$',
      ),
    );
    expect(await available()).toBe(wrong.available);
    expect(await says('promote', 'tools')).toMatch(
      /^Build 2 of tools is shown from position \d+ on, in the place of build 1\.\n$/,
    );
    expect(await available()).toBe(wrong.is);
    const mina = await signUp(origin);
    const order = { ...orderOf(mina, wrong.toolId, wrong.price), quantity: wrong.least };
    expect((await mina.post('/booking', { ...order, price: wrong.price * wrong.least })).status).toBe(201);
    expect(await available()).toBe(wrong.is - wrong.least);
    expect(await says('rollback', 'tools')).toMatch(/^Build 1 of tools is shown again from position \d+ on/);
    // It was fed meanwhile, and is as wrong as it was.
    expect(await available()).toBe(wrong.available - wrong.least);
    const acts = (await operator(dataDir, 'history', '--stream', 'projections', '--json')).trim().split('\n');
    expect(acts).toHaveLength(3);
    expect(acts[0]).toContain('One is wrong');
    expect(await list(dataDir, 'tools')).toMatchObject([
      { build: 1, state: 'shown', lag: 0 },
      { build: 2, state: 'may be promoted', until: expect.any(String) },
    ]);
  });

  thoroughly('is made anew, promoted and gone back from while the shop is closed, too', async () => {
    const { dataDir, open, wrong } = await shopWithWrongTool();
    const says = (...said: string[]) => operator(dataDir, 'projections', ...said);
    await says('rebuild', 'tools');
    await says('promote', 'tools');
    const shop = await open();
    const shown = async (origin: string) => (await toolsOf(origin)).find(({ _id }) => _id === wrong.toolId)?.Available;
    expect(await shown(shop.origin)).toBe(wrong.is);
    await shop.close();
    await says('rollback', 'tools');
    expect(await shown((await open()).origin)).toBe(wrong.available);
  });

  it('keeps nobody who is forgotten, in none of its builds, down to the bytes', async () => {
    const { dataDir, open } = await shopWithWrongTool();
    const { origin } = await open();
    const unmistakable = 'Xanthippe Quintessenz';
    const person = await signUp(origin, unmistakable);
    expect((await person.post('/reviews', { review: 'Good', description: 'It is.' })).status).toBe(201);
    for (const round of ['rebuild', 'promote', 'rebuild']) await operator(dataDir, 'projections', round, 'reviews');
    expect(await list(dataDir, 'reviews')).toHaveLength(3);
    const isKept = () => bytesIn(dataDir).includes(unmistakable);
    await vi.waitFor(() => expect(isKept()).toBe(true), patient);
    expect((await person.delete('/me', { body: { password } })).status).toBe(204);
    await vi.waitFor(() => expect(isKept()).toBe(false), patient);
    for (const step of ['rollback', 'promote']) {
      await operator(dataDir, 'projections', step, 'reviews');
      const [last] = (await (await fetch(`${origin}/reviews`)).json()) as Review[];
      expect(last).toMatchObject({ review: 'Good', name: 'erased' });
    }
  });

  thoroughly('keeps the build before for as long as it is told, which then cannot be gone back to', async () => {
    const { dataDir, open } = await shopWithWrongTool();
    await open({ KEEP_VERSIONS: '3s' });
    await operator(dataDir, 'projections', 'rebuild', 'tools');
    await operator(dataDir, 'projections', 'promote', 'tools');
    await vi.waitFor(async () => expect(await list(dataDir, 'tools')).toMatchObject([{ build: 2 }]), patient);
    expect(await failing(dataDir, 'projections', 'rollback', 'tools')).toBe(
      'No build of tools is kept that could be gone back to.\n',
    );
  });

  it('is not gone back to a build that nothing feeds', async () => {
    const { dataDir, open } = await shopWithWrongTool();
    await operator(dataDir, 'projections', 'rebuild', 'tools');
    await operator(dataDir, 'projections', 'promote', 'tools');
    const readModels = openSqliteReadModels({ file: join(dataDir, 'read-models.db') });
    await readModels.drop(tools.storedAs);
    await readModels.close();
    expect(await failing(dataDir, 'projections', 'rollback', 'tools')).toBe(
      'Build 1 of tools cannot be shown: nothing feeds it.\n',
    );
    // A shop that opens makes it again, and then it can.
    await open();
    const goBack = () => operate({ DATA_DIR: dataDir }, 'projections', 'rollback', 'tools');
    await vi.waitFor(async () => expect(await goBack()).toMatchObject({ code: 0 }), patient);
  });

  it('is not there by half when its rebuild is broken off', async () => {
    const dataDir = temporaryFolder();
    await makeLog({ dataDir, orders: 12_000, tools: 5, people: 10 });
    const { child, ended } = beginOperator({ DATA_DIR: dataDir }, 'projections', 'rebuild', 'bookings');
    const half = async () => {
      if (!existsSync(join(dataDir, 'read-models.db'))) return [];
      const readModels = openSqliteReadModels({ file: join(dataDir, 'read-models.db') });
      const names = await readModels.projections();
      await readModels.close();
      return names;
    };
    await vi.waitFor(async () => expect(await half()).toContain(`${bookings.storedAs}~2`), patient);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect(await half()).not.toContain(`${bookings.storedAs}~2`);
    expect(await list(dataDir, 'bookings')).toMatchObject([{ build: 1 }]);
  });

  it('is none that nobody knows, and nothing is promoted that is not there', async () => {
    const { dataDir } = await shopWithWrongTool();
    expect(await failing(dataDir, 'projections', 'rebuild', 'nonsense')).toMatch(
      /^No projection is called nonsense\. There are: .*tools.*\.\n$/,
    );
    for (const [said, because] of [
      ['promote', "There is no build of tools to promote: 'projections rebuild tools' makes one."],
      ['rollback', 'No build of tools is kept that could be gone back to.'],
      ['drop', 'There is no build of tools beside those that are or were shown.'],
    ] as const) {
      expect(await failing(dataDir, 'projections', said, 'tools')).toBe(`${because}\n`);
    }
  });
});

const toolsOf = async (origin: string, search = ''): Promise<Tool[]> =>
  (await fetch(`${origin}/tool${search}`)).json() as Promise<Tool[]>;

async function list(dataDir: string, name: string) {
  const lines = (await operator(dataDir, 'projections', '--json')).trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.name === name);
}

async function operator(DATA_DIR: string, ...said: string[]): Promise<string> {
  const { code, stdout, stderr } = await operate({ DATA_DIR }, ...said);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function failing(DATA_DIR: string, ...said: string[]): Promise<string> {
  const { code, stderr } = await operate({ DATA_DIR }, ...said);
  expect(code).toBe(1);
  return stderr;
}

/** A demo shop that is closed, in which somebody has altered the read model of a tool by hand. */
async function shopWithWrongTool() {
  const dataDir = temporaryFolder();
  const open = async (settings: Record<string, string> = {}) => {
    const shop = await startShop(
      { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'demo', ...settings },
      { passwords: quickPasswords },
    );
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= shop.close();
      return closed;
    };
    onTestFinished(close);
    return { ...shop, close };
  };
  const first = await open();
  const [tool] = await toolsOf(first.origin);
  await first.close();
  if (!tool) throw new Error('A demo shop has tools.');
  const readModels = openSqliteReadModels({ file: join(dataDir, 'read-models.db') });
  const { storedAs } = buildOf(tools, 1);
  const checkpoint = await readModels.checkpoint(storedAs);
  const { document } = await readModels.get(storedAs, tool._id);
  if (checkpoint === undefined || document === undefined) throw new Error('It is kept.');
  const altered = { ...tools.documentOf(document), Available: 77 };
  // Beside its lists every document is in the one of all.
  const entries = [...tools.entriesOf(altered), { index: tools.every.index, key: tools.every.key, sort: '' }];
  const change = { id: tool._id, document: tools.textOf(altered), entries };
  await readModels.commit(storedAs, checkpoint, checkpoint, [change]);
  await readModels.close();
  const { _id: toolId, name, Available: is, PerPrice: price, MinimumOrder: least } = tool;
  return { dataDir, open, wrong: { toolId, name, is, available: 77, price, least } };
}
