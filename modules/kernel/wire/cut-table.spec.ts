import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines, readCsv } from '../encoding/csv.ts';
import { cutTable, NoRows } from './cut-table.ts';

const most = 10_000;
/** The rows of all parts, as whoever is sent one after the other reads them. */
const readInParts = async (text: string, size: { rows: number; characters: number }) => {
  const parts = cutTable(text, size).map((part) => readCsv(part.text(), { most, firstLine: part.firstLine }));
  return (await Promise.all(parts)).flatMap(({ rows }) => rows);
};

describe('a table that is cut into parts', () => {
  it('is read as the whole is, rows, lines and all, whatever is in its cells', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\r', '\r\n', ',', ';', '\t', ' ', 'é') });
    const size = fc.record({ rows: fc.integer({ min: 1, max: 4 }), characters: fc.integer({ min: 1, max: 60 }) });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(table, size, fc.constantFrom('\r\n', '\n'), async (rows, how, end) => {
        const kept = rows.map(([a, b]) => ['x', a, b]);
        const text = csvLines([['id', 'a', 'b'], ...kept]);
        const written = end === '\n' ? text.replaceAll(/\r\n(?=x,)|\r\n$/g, '\n') : text;
        expect(await readInParts(written, how)).toEqual((await readCsv(written, { most })).rows);
      }),
    );
  });

  it('is cut as fast where a cell is a million line breaks', () => {
    const text = `name,Description\n${'Saw,"\n'.padEnd(1_000_000, '\n')}x"\nPliers,\n`;
    expect(cutTable(text, { rows: 10, characters: 2 ** 21 })).toMatchObject([{ rows: 2 }]);
  }, 20_000);

  it('says on which line of the file each row begins, after empty lines and line breaks in cells too', async () => {
    const text = 'name,Description\r\nSaw,"It\r\nsaws"\r\n\r\nPlane,x\r\nRule,y\r\n';
    const read = await readInParts(text, { rows: 1, characters: 1_000 });
    const lines = read.map(({ line, cells }) => [line, cells.get('name')]);
    expect(lines).toEqual([
      [2, 'Saw'],
      [5, 'Plane'],
      [6, 'Rule'],
    ]);
  });

  it('has as many rows and characters in a part as it may, and a row that is longer by itself', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Saw ${n},1`);
    const parts = cutTable(['name,PerPrice', ...rows].join('\n'), { rows: 1_000, characters: 1_000_000 });
    expect(parts.map((part) => part.rows)).toEqual(Array.from({ length: 20 }, () => 1_000));
    expect(parts[7]).toMatchObject({ firstLine: 7_002 });
    const long = cutTable(`name\nSaw\n${'x'.repeat(50)}\nPlane\n`, { rows: 10, characters: 20 });
    expect(long.map((part) => part.text())).toEqual(['name\nSaw\n', `name\n${'x'.repeat(50)}\n`, 'name\nPlane\n']);
  });

  it('says of each row how many of the parts before are equal, and nothing where none is', () => {
    const parts = cutTable('name\r\nSaw\r\nSaw\r\n\r\nPlane\r\nSaw\r\nSaw\r\nRule\r\nSaw', {
      rows: 3,
      characters: 1_000,
    });
    expect(parts.map((part) => part.equalBefore())).toEqual([[], [0, 2, 2], [0, 4]]);
    // As in the text of the part, whose rows that are left out are empty.
    expect(parts[1]?.equalBefore(new Set([5]))).toEqual([2, 2]);
  });

  it('can leave out rows, and the others stay where they are', async () => {
    const [part] = cutTable('name,b\nSaw,"1\n2"\nPlane,\n', { rows: 10, characters: 1_000 });
    const left = part?.text(new Set([2])) ?? '';
    const { rows } = await readCsv(left, { most });
    expect(rows.map(({ line, cells }) => [line, cells.get('name')])).toEqual([[4, 'Plane']]);
  });

  it('is one part where there are no rows, none where there is nothing, and refused where a quote stays open', () => {
    expect(cutTable('name', { rows: 1, characters: 1 })).toMatchObject([{ rows: 0, firstLine: 2 }]);
    expect(cutTable('\n\n', { rows: 1, characters: 1 })).toEqual([]);
    expect(() => cutTable('name\nSaw\n"Plane\nRule\n', { rows: 1, characters: 1 })).toThrow(
      new NoRows('This is no CSV file: the row on line 3 has a quote that is not closed.'),
    );
  });
});
