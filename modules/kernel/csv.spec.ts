import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines, csvTable, readCsv } from './csv.ts';
import { Invalid } from './errors.ts';

const cells = (text: string) => readCsv(text, { most: 100 }).rows.map(({ cells }) => Object.fromEntries(cells));

/**
 * The cells that a spreadsheet shows which separates by this: quotation marks count where a cell begins with one, and what follows
 * the closing one belongs to the cell.
 */
function asShown(text: string, separator: string): string[] {
  const shown: string[] = [];
  for (let at = 0; at < text.length; at++) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] === '"' && text[++at] !== '"') break;
        cell += text[at] ?? '';
      }
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') cell += text[at++];
    shown.push(cell);
  }
  return shown;
}

describe('a table as CSV', () => {
  it('is read as it was written, whatever is in its cells', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const kept = rows.map(([a, b]) => ({ id: 'x', a, b }));
        const text = csvLines([['id', 'a', 'b'], ...kept.map(({ id, a, b }) => [id, a, b])]);
        expect(cells(text)).toEqual(kept);
      }),
    );
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\t=1', "'=1", '＝1', '＋1', '－2', '＠SUM(A1)'])(
    'has %j as no formula, and read back as it was',
    (cell) => {
      const text = csvLines([['name'], [cell]]);
      expect(text.split('\r\n')[1]).toMatch(/^"?'/);
      expect(cells(text)).toEqual([{ name: cell }]);
    },
  );

  it('has no formula for any spreadsheet, whichever its separator, and is read back as it was', () => {
    const cell = fc
      .array(fc.constantFrom(...`=+-@＝＋－＠'";,\t\r\n a1`), { maxLength: 8 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
        const kept = rows.map(([a, b]) => ({ id: 'x', a, b, last: 'z' }));
        const text = csvLines([['id', 'a', 'b', 'last'], ...kept.map(({ id, a, b, last }) => [id, a, b, last])]);
        for (const separator of [',', ';', '\t']) {
          for (const shown of asShown(text, separator)) expect(shown).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        }
        expect(cells(text)).toEqual(kept);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has an apostrophe where a regular expression finds a formula, and loses it where one finds it made harmless', () => {
    const leads = String.raw`(?=['"\s]*[=+\-@\t\r＝＋－＠])`;
    // What looks ahead anew from each place takes quadratic time, and says plainly what is meant.
    const [formula, madeHarmless] = ['', "'"].map((mark) => new RegExp(`(?<=^|[;\t\r\n])${mark}${leads}`, 'g'));
    const signs = `'" \n\t\r;=+-@＝＋－＠\u00a0a`;
    const cell = fc.array(fc.constantFrom(...signs), { maxLength: 10 }).map((some) => some.join(''));
    fc.assert(
      fc.property(cell, (cell) => {
        const written = parse(csvLines([[cell, 'z']])) as string[][];
        expect(written).toEqual([[cell.replaceAll(formula as RegExp, "'"), 'z']]);
        const read = cells(`name,last\r\n"${cell.replaceAll('"', '""')}",z\r\n`);
        expect(read).toEqual([{ name: cell.replaceAll(madeHarmless as RegExp, ''), last: 'z' }]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read as fast as it is long, where a cell has a line and a mark a million times', () => {
    for (const line of ["\n'", "\n'=", '\n"']) {
      const cell = line.repeat(500_000);
      const text = csvLines([['name'], [cell]]);
      expect(cells(text)).toEqual([{ name: cell }]);
    }
  }, 20_000);

  it('has nothing to carry out after a semicolon in what somebody wrote', () => {
    const text = csvLines([['name'], ['Zqxmark;=1+1;']]);
    expect(text).toBe("name\r\nZqxmark;'=1+1;\r\n");
    expect(cells(text)).toEqual([{ name: 'Zqxmark;=1+1;' }]);
  });

  it('begins with a byte order mark, ends its lines as RFC 4180 has it, and quotes what needs it', async () => {
    async function* pages() {
      yield [['a "b"', 1.5]];
      yield [];
      yield [['c,\nd', 2]];
    }
    let text = '';
    for await (const piece of csvTable(['name', 'price'], pages())) text += piece;
    expect(text).toBe('\ufeffname,price\r\n"a ""b""",1.5\r\n"c,\nd",2\r\n');
    expect(cells(text)).toEqual([
      { name: 'a "b"', price: '1.5' },
      { name: 'c,\nd', price: '2' },
    ]);
  });

  it.each(['two\nlines', 'two\rlines', 'two\r\nlines'])(
    'keeps %j in one cell for whoever ends a row at any line break',
    (cell) => {
      const text = csvLines([
        ['name', 'price'],
        [cell, 1],
      ]);
      const outsideQuotes = text.replaceAll(/"[^"]*"/g, '');
      expect(outsideQuotes).toBe('name,price\r\n,1\r\n');
      expect(cells(text)).toEqual([{ name: cell, price: '1' }]);
    },
  );

  it('is also read with semicolons and tabs, without the last line end, and with empty lines', () => {
    expect(cells('name;price\n\nSaw;1,5')).toEqual([{ name: 'Saw', price: '1,5' }]);
    expect(cells('name\tprice\r\nSaw\t2\r\n\r\n')).toEqual([{ name: 'Saw', price: '2' }]);
  });

  it('says on which line of the file a row begins', () => {
    const { rows } = readCsv('name,price\n"two\nlines",1\nSaw,2\n', { most: 100 });
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  it.each([
    ['', /empty/],
    ['name,name\n', /name is there twice/],
    ['name,\n', /no name/],
    ['name\n"Saw\n', /no CSV file/],
    ['name\nSaw,1\n', /Line 2 has more cells/],
    [`name\n${'Saw\n'.repeat(101)}`, /At most 100 rows/],
  ])('%j is none, in words', (text, words) => {
    expect(() => cells(text)).toThrow(Invalid);
    expect(() => cells(text)).toThrow(words);
  });
});
