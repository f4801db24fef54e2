import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { ImportAnswer } from '../../../modules/catalog/csv/contract.ts';
import { cutTable, type TablePart } from '../../../modules/kernel/wire/cut-table.ts';
import { expectInvalid, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const fileOf = (names: readonly string[]) =>
  ['name,img,Description,PerPrice', ...names.map((name) => `${name},/pictures/tools/hand-saw.svg,It saws.,5`)].join(
    '\n',
  );

async function bring(part: Pick<TablePart, 'text' | 'firstLine' | 'equalBefore'>, dryRun = false, key = randomUUID()) {
  const [firstLine, equalBefore] = [part.firstLine, part.equalBefore()];
  const more = equalBefore.length > 0 ? `&equalBefore=${equalBefore}` : '';
  return shop.admin.call<ImportAnswer>('POST', `/products/import?dryRun=${dryRun}&firstLine=${firstLine}${more}`, {
    raw: part.text(),
    headers: { 'content-type': 'text/csv', 'idempotency-key': key },
  });
}
const whole = (names: readonly string[]) => ({ text: () => fileOf(names), firstLine: 2, equalBefore: () => [] });
const partsOf = (names: readonly string[], rows: number) => cutTable(fileOf(names), { rows, characters: 1_000_000 });

async function toolsCalled(start: string): Promise<Tool[]> {
  const { body } = await shop.nobody.get<Tool[]>('/tool');
  return body.filter(({ name }) => name.startsWith(start));
}
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).toSorted();

describe('an import of new products that is begun again', () => {
  it('adds what is missing, and nothing twice; the dry run says what is left out', async () => {
    const names = ['Half 1', 'Half 2', 'Half 3', 'Half 4'];
    const [first] = partsOf(names, 2);
    if (!first) throw new Error('There is no first part.');
    expect((await bring(first)).body).toMatchObject({ added: 2, same: 0 });
    const dry = (await bring(whole(names), true)).body;
    expect(dry).toMatchObject({ added: 2, same: 2, wrong: 0 });
    expect(dry.rows.map(({ outcome, importedBefore = false }) => [outcome, importedBefore])).toEqual([
      ['same', true],
      ['same', true],
      ['add', false],
      ['add', false],
    ]);
    expect((await bring(whole(names))).body).toMatchObject({ added: 2, same: 2, wrong: 0 });
    expect(namesOf(await toolsCalled('Half'))).toEqual(names);
  });

  it('adds nothing twice when several begin it at once', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `Raced ${String(n).padStart(2, '0')}`);
    const replies = await Promise.all(Array.from({ length: 4 }, () => bring(whole(names))));
    expect(replies.reduce((sum, { body }) => sum + body.added, 0)).toBe(20);
    expect(replies.reduce((sum, { body }) => sum + body.same, 0)).toBe(60);
    expect(namesOf(await toolsCalled('Raced'))).toEqual(names);
  });

  it('adds the rows alone that were put right, wherever they stand', async () => {
    const file = (rows: readonly string[]) => ({
      ...whole([]),
      text: () => ['name,img,Description,PerPrice', ...rows].join('\n'),
    });
    const row = (name: string, price = '5') => `${name},/pictures/tools/hand-saw.svg,It saws.,${price}`;
    const wrong = [row('Right 1'), row('Right 2', 'dear'), row('Right 3')];
    expect((await bring(file(wrong))).body).toMatchObject({ added: 2, wrong: 1 });
    const right = [row('Right 0'), row('Right 3'), row('Right 2', '7'), row('Right 1')];
    expect((await bring(file(right))).body).toMatchObject({ added: 2, same: 2, wrong: 0 });
    expect(namesOf(await toolsCalled('Right'))).toEqual(['Right 0', 'Right 1', 'Right 2', 'Right 3']);
  });

  it('leaves a tool alone that was changed or retired since', async () => {
    await bring(whole(['Since 1', 'Since 2']));
    const [one, other] = (await toolsCalled('Since')).toSorted((a, b) => a.name.localeCompare(b.name));
    expect((await shop.admin.delete(`/tool/${one?._id}`)).status).toBe(200);
    expect((await shop.admin.post(`/tool/${other?._id}/stock`, { change: 7, reason: 'Came in' })).status).toBe(200);
    expect((await bring(whole(['Since 1', 'Since 2']))).body).toMatchObject({ added: 0, changed: 0, same: 2 });
    expect(await toolsCalled('Since')).toMatchObject([{ _id: other?._id, Available: 7 }]);
  });

  it('has equal rows as products of their own, however it was cut and broken off', async () => {
    let run = 0;
    const rows = fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 8 });
    const attempts = fc.array(
      fc.record({ rows: fc.integer({ min: 1, max: 8 }), parts: fc.integer({ min: 0, max: 8 }) }),
      {
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(rows, attempts, async (kinds, brokenOff) => {
        run += 1;
        const names = kinds.map((kind) => `Equal ${run} ${kind}`);
        for (const { rows, parts } of [...brokenOff, { rows: 3, parts: names.length }]) {
          for (const part of partsOf(names, rows).slice(0, parts)) {
            const { body } = await bring(part);
            expect(body.wrong).toBe(0);
          }
        }
        expect(namesOf(await toolsCalled(`Equal ${run} `))).toEqual(names.toSorted());
      }),
      { numRuns: 12 },
    );
  });

  it('said again with its key answers as it did, and with another file is refused and does nothing', async () => {
    const key = randomUUID();
    const first = await bring(whole(['Keyed 1']), false, key);
    expect((await bring(whole(['Keyed 1']), false, key)).body).toEqual(first.body);
    expectProblem(await bring(whole(['Keyed 2']), false, key), 409);
    expect(namesOf(await toolsCalled('Keyed'))).toEqual(['Keyed 1']);
  });

  it('refuses counts of equal rows that are none', async () =>
    expectInvalid(
      await shop.admin.call('POST', '/products/import?equalBefore=1,x', {
        raw: 'name\n',
        headers: { 'content-type': 'text/csv' },
      }),
      'equalBefore',
    ));
});
