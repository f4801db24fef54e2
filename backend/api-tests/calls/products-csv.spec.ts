import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { ImportAnswer } from '../../../modules/catalog/csv/contract.ts';
import { csvLines, readCsv } from '../../../modules/kernel/encoding/csv.ts';
import { cutTable } from '../../../modules/kernel/wire/cut-table.ts';
import { addTool, newTool, orderOf } from '../../testing/api-client.ts';
import { announced } from '../../testing/clients/announced.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

type Line = Record<string, string>;

const exported = async (): Promise<Line[]> => {
  const { status, text } = await shop.admin.get('/products/export');
  expect(status).toBe(200);
  return (await readCsv(text, { most: 10_000 })).rows.map(({ cells }) => Object.fromEntries(cells));
};
const exportedOf = async (...ids: string[]) => {
  const lines = await exported();
  return ids.map((id) => lines.find(({ _id }) => _id === id) ?? {});
};
const fileOf = (lines: readonly Line[]) => {
  const names = Object.keys(lines[0] ?? {});
  return csvLines([names, ...lines.map((line) => names.map((name) => line[name] ?? ''))]);
};

const bring = async (lines: readonly Line[] | string, dryRun: boolean, key: string = randomUUID(), who = shop.admin) =>
  who.call<ImportAnswer>('POST', `/products/import?dryRun=${dryRun}`, {
    raw: typeof lines === 'string' ? lines : fileOf(lines),
    headers: { 'content-type': 'text/csv', 'idempotency-key': key },
  });
const toolOf = async (id: string) => (await shop.nobody.get<Tool>(`/tool/${id}`)).body;
const allTools = async () => (await shop.admin.get('/products/export')).text;

describe('the table of products', () => {
  it('has every tool, the retired ones too, and imported as it is changes nothing', async () => {
    const formula = await addTool(shop.admin, { name: '=1+1', Description: 'Two\nlines, and a "quote"' });
    const retired = await addTool(shop.admin, {
      category: 'Hand tools',
      specifications: [{ name: 'a:b', value: 'c' }],
    });
    expect((await shop.admin.delete(`/tool/${retired}`)).status).toBe(200);
    const lines = await exported();
    expect(lines.length).toBeGreaterThanOrEqual(14);
    expect(lines.find(({ _id }) => _id === formula)).toMatchObject({ name: '=1+1', retired: 'no', version: '0' });
    expect(lines.find(({ _id }) => _id === retired)).toMatchObject({ retired: 'yes', category: 'Hand tools' });
    const text = await allTools();
    expect(text).not.toMatch(/(^|,)"?[=@+-]/m);
    const { status, body } = await bring(text, true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: true, added: 0, changed: 0, wrong: 0, same: lines.length });
    expect((await bring(text, false)).body).toMatchObject({ added: 0, changed: 0, wrong: 0, same: lines.length });
    expect(await allTools()).toBe(text);
  });

  it('says in a dry run what would change, changes nothing by it, and then exactly that', async () => {
    const id = await addTool(shop.admin, { name: 'Plane', Available: 5 });
    const [line = {}] = await exportedOf(id);
    const { _id, held, sold, stocked, version, retired, ...rest } = line;
    const lines = [
      { ...line, name: 'Block Plane', PerPrice: '24.5', category: 'Planes', Available: '8' },
      { ...rest, _id: '', name: 'New Plane', held: '', sold: '', stocked: '', version: '', retired: '' },
    ];
    const before = await allTools();
    const dry = (await bring(lines, true)).body;
    expect(dry).toMatchObject({ dryRun: true, added: 1, changed: 1, same: 0, wrong: 0 });
    expect(dry.rows[0]).toEqual({
      line: 2,
      toolId: id,
      name: 'Block Plane',
      outcome: 'change',
      changes: [
        { column: 'name', before: 'Plane', after: 'Block Plane' },
        { column: 'category', before: '', after: 'Planes' },
        { column: 'PerPrice', before: '19.99', after: '24.5' },
        { column: 'Available', before: '5', after: '8' },
      ],
      errors: [],
    });
    expect(dry.rows[1]).toMatchObject({ outcome: 'add', name: 'New Plane' });
    expect(await allTools()).toBe(before);

    const key = randomUUID();
    const real = await bring(lines, false, key);
    expect(real.body).toEqual({ dryRun: false, added: 1, changed: 1, same: 0, wrong: 0, rows: [] });
    expect(await toolOf(id)).toMatchObject({
      name: 'Block Plane',
      PerPrice: 24.5,
      category: 'Planes',
      Available: 8,
      version: 1,
    });
    const after = await allTools();
    const again = await bring(lines, false, key);
    expect(again.body).toEqual(real.body);
    expect(again.headers.get('event-position')).toBe(real.headers.get('event-position'));
    expect(await allTools()).toBe(after);
    expect((await exported()).filter(({ name }) => name === 'New Plane')).toHaveLength(1);
  });

  it('undoes no sale that came after the export, and takes no row twice', async () => {
    const id = await addTool(shop.admin, { Available: 5 });
    const [line = {}] = await exportedOf(id);
    await shop.shopper.post('/booking', orderOf(shop.shopper, id, 39.98, { quantity: 2 }));
    const lines = [{ ...line, Available: '15' }];
    expect((await bring(lines, true)).body.rows[0]?.changes).toEqual([
      { column: 'Available', before: '3', after: '13' },
    ]);
    expect((await bring(lines, false)).body).toMatchObject({ changed: 1 });
    expect((await toolOf(id)).Available).toBe(13);
    const twice = (await bring(lines, false)).body;
    expect(twice).toMatchObject({ changed: 0, wrong: 1 });
    expect(twice.rows[0]?.errors[0]).toMatchObject({ column: 'Available' });
    expect((await toolOf(id)).Available).toBe(13);
  });

  it('overwrites nothing that somebody changed since the export, and carries out the other rows', async () => {
    const [one, other] = [await addTool(shop.admin), await addTool(shop.admin)];
    const lines = await exportedOf(one, other);
    const theirs = { ...newTool({ name: 'Theirs' }), Available: undefined, version: 0 };
    expect((await shop.admin.put(`/tool/${one}`, theirs)).status).toBe(200);
    const mine = lines.map((line) => ({ ...line, name: 'Mine' }));
    const { body } = await bring(mine, false);
    expect(body).toMatchObject({ changed: 1, wrong: 1 });
    expect(body.rows[0]).toMatchObject({ line: 2, toolId: one, errors: [{ column: 'version' }] });
    expect([(await toolOf(one)).name, (await toolOf(other)).name]).toEqual(['Theirs', 'Mine']);
  });

  it('has of two imports of the same row at once one carried out', async () => {
    const id = await addTool(shop.admin, { Available: 1 });
    const [line = {}] = await exportedOf(id);
    const bodies = await Promise.all(
      ['11', '21'].map(async (Available) => (await bring([{ ...line, Available }], false)).body),
    );
    expect(bodies.map(({ changed }) => changed).sort()).toEqual([0, 1]);
    expect([11, 21]).toContain((await toolOf(id)).Available);
  });

  it('says every error of a row with its column', async () => {
    const id = await addTool(shop.admin);
    const [line = {}] = await exportedOf(id);
    const lines = [
      { ...line, name: '', img: 'http://x', PerPrice: '1.999', MinimumOrder: 'many', Ratings: '6', version: '' },
      { ...line, _id: 'no-such-tool' },
    ];
    const { rows, wrong } = (await bring(lines, true)).body;
    expect(wrong).toBe(2);
    expect(rows[0]?.errors.map(({ column }) => column).sort()).toEqual([
      'MinimumOrder',
      'Ratings',
      'img',
      'name',
      'version',
    ]);
    expect(rows[1]?.errors).toEqual([{ column: '_id', message: 'There is no tool of this id.' }]);
    const priced = (await bring([{ ...line, PerPrice: '1.999', version: '' }], true)).body.rows[0];
    expect(priced?.errors.map(({ column }) => column)).toEqual(['PerPrice', 'version']);
    const twice = (await bring([line, line], true)).body.rows[1];
    expect(twice?.errors).toEqual([{ column: '_id', message: 'This tool is on line 2 already.' }]);
  });

  it('takes a longer file in parts, numbers rows by the file, and carries each part out once', async () => {
    const rows = Array.from(
      { length: 7_000 },
      (_, n) => `Bulk ${n},/pictures/tools/hand-saw.svg,"It\nsaws.",${n % 10 === 9 ? 'free' : '1'}`,
    );
    const text = ['name,img,Description,PerPrice', ...rows].join('\r\n');
    const parts = cutTable(text, { rows: 2_500, characters: 1_000_000 });
    const bringPart = (
      part: Pick<(typeof parts)[number], 'firstLine' | 'text'> | undefined,
      dryRun: boolean,
      key: string = randomUUID(),
    ) =>
      shop.admin.call<ImportAnswer>('POST', `/products/import?dryRun=${dryRun}&firstLine=${part?.firstLine}`, {
        raw: part?.text() ?? '',
        headers: { 'content-type': 'text/csv', 'idempotency-key': key },
      });
    const planned: ImportAnswer[] = [];
    for (const part of parts) planned.push((await bringPart(part, true)).body);
    expect(planned.map(({ added, wrong }) => [added, wrong])).toEqual([
      [2_250, 250],
      [2_250, 250],
      [1_800, 200],
    ]);
    const lines = planned.flatMap((answer) => answer.rows.map(({ line }) => line));
    expect(lines).toEqual(rows.map((_, n) => 2 + 2 * n));
    const [, , third] = cutTable(text, { rows: 50, characters: 1_000_000 });
    const key = randomUUID();
    const answers = await Promise.all([bringPart(third, false, key), bringPart(third, false, key)]);
    for (const { body } of answers) {
      expect(body).toMatchObject({ added: 45, wrong: 5 });
      expect(body.rows[0]).toMatchObject({ line: 2 + 2 * 109, name: 'Bulk 109', errors: [{ column: 'PerPrice' }] });
    }
    expect((await exported()).filter(({ name }) => name?.startsWith('Bulk '))).toHaveLength(45);
    const broken = await bringPart({ firstLine: 70, text: () => 'name\nSaw\n5" Plane\n' }, true);
    expectProblem(broken, 400);
    expect(broken.text).toContain('line 71 has a quote');
  });

  it.each([
    ['', 'The file is empty'],
    ['name,Price\nSaw,1\n', 'There is no column “Price”'],
    [`name\n${'Saw\n'.repeat(5_001)}`, 'At most 5,000 rows'],
  ])('is refused as a whole where it is none: %#', async (text, words) => {
    const reply = await bring(text, true);
    expectProblem(reply, 400);
    expect(reply.text).toContain(words);
  });

  it('is for admins, and 2 MB long at most', async () => {
    expectProblem(await bring('name\n', true, randomUUID(), shop.shopper), 403);
    expectProblem(await shop.shopper.get('/products/export'), 403);
    const headers = { authorization: `Bearer ${shop.admin.token}`, 'content-type': 'text/csv' };
    const path = '/products/import?dryRun=true';
    expectProblem(await announced(shop.origin + path, 2 * 1_024 * 1_024 + 1, headers), 413);
  });
});
