import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownTime } from '../../../backend/testing/measuring/own-time.ts';
import { Invalid } from '../errors.ts';
import { csvLines, csvTable, readCsv } from './csv.ts';

const cells = async (text: string) =>
  (await readCsv(text, { most: 100 })).rows.map(({ cells }) => Object.fromEntries(cells));

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

/** Counts how often others of the event loop get their turn while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await work;
  clearImmediate(next);
  return turns;
}

describe('a table as CSV', () => {
  it('is read as it was written, whatever is in its cells', async () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const kept = rows.map(([a, b]) => ({ id: 'x', a, b }));
        const text = csvLines([['id', 'a', 'b'], ...kept.map(({ id, a, b }) => [id, a, b])]);
        expect(await cells(text)).toEqual(kept);
      }),
    );
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\t=1', "'=1", '＝1', '＋1', '－2', '＠SUM(A1)'])(
    'has %j as no formula, and read back as it was',
    async (cell) => {
      const text = csvLines([['name'], [cell]]);
      expect(text.split('\r\n')[1]).toMatch(/^"?'/);
      expect(await cells(text)).toEqual([{ name: cell }]);
    },
  );

  it('has no formula for any spreadsheet, whichever its separator, and is read back as it was', async () => {
    const cell = fc
      .array(fc.constantFrom(...`=+-@＝＋－＠'";,\t\r\n a1`), { maxLength: 8 })
      .map((letters) => letters.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), async (rows) => {
        const kept = rows.map(([a, b]) => ({ id: 'x', a, b, last: 'z' }));
        const text = csvLines([['id', 'a', 'b', 'last'], ...kept.map(({ id, a, b, last }) => [id, a, b, last])]);
        for (const separator of [',', ';', '\t']) {
          for (const shown of asShown(text, separator)) expect(shown).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        }
        expect(await cells(text)).toEqual(kept);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has an apostrophe where a regular expression finds a formula, and loses it where one finds it made harmless', async () => {
    const leads = String.raw`(?=['"\s]*[=+\-@\t\r＝＋－＠])`;
    // What looks ahead anew from each place takes quadratic time, and says plainly what is meant.
    const [formula, madeHarmless] = ['', "'"].map((mark) => new RegExp(`(?<=^|[;\t\r\n])${mark}${leads}`, 'g'));
    const signs = `'" \n\t\r;=+-@＝＋－＠\u00a0a`;
    const cell = fc.array(fc.constantFrom(...signs), { maxLength: 10 }).map((some) => some.join(''));
    await fc.assert(
      fc.asyncProperty(cell, async (cell) => {
        const written = parse(csvLines([[cell, 'z']])) as string[][];
        expect(written).toEqual([[cell.replaceAll(formula as RegExp, "'"), 'z']]);
        const read = await cells(`name,last\r\n"${cell.replaceAll('"', '""')}",z\r\n`);
        expect(read).toEqual([{ name: cell.replaceAll(madeHarmless as RegExp, ''), last: 'z' }]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read as fast as it is long, where a cell has a line and a mark a million times', async () => {
    for (const line of ["\n'", "\n'=", '\n"']) {
      const cell = line.repeat(500_000);
      const text = csvLines([['name'], [cell]]);
      expect(await cells(text)).toEqual([{ name: cell }]);
    }
  }, 20_000);

  it('is read as fast as it is long, however many columns it names, and a short row takes no more than its own cells', async () => {
    const names = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
    const passed = ownTime();
    const { columns, rows } = await readCsv(`${names.join(',')}\n${'x\n'.repeat(5_000)}`, { most: 5_000 });
    expect(columns).toEqual(names);
    expect(rows.every(({ cells }) => cells.size === 1)).toBe(true);
    // Each name looked for among all before it takes ten seconds and more; and five thousand rows with all columns, all memory.
    expect(passed()).toBeLessThan(5_000);
  }, 60_000);

  it('is refused by its first names alone where there are more of them than are known', async () => {
    const known = ['name', 'price'];
    const said = (head: string) => readCsv(`${head}${',c'.repeat(1_000)}\nSaw`, { most: 1, known });
    await expect(said('price,name,img')).rejects.toThrow('There is no column “img”. The columns are name, price.');
    await expect(said('name,name,price')).rejects.toThrow('The column name is there twice.');
    await expect(said('name,,price')).rejects.toThrow('One of the columns has no name.');
  });

  it('leaves the event loop to others while a long one is read, whether it has many rows, a long one or empty ones', async () => {
    const rows = `Saw,"${'It saws. '.repeat(40)}",1\n`.repeat(5_000);
    for (const body of [rows, ','.repeat(1_000_000), `${'\n'.repeat(1_000_000)}Saw\n`]) {
      const read = readCsv(`name,Description,price\n${body}`, { most: 5_000 }).catch((reason) => reason);
      expect(await turnsDuring(read)).toBeGreaterThan(2);
    }
  });

  it('leaves the event loop to others while many short rows are read that have too few cells', async () => {
    const read = readCsv(`name,Description,price\n${'x\n'.repeat(8_000)}`, { most: 8_000 });
    expect(await turnsDuring(read)).toBeGreaterThan(2);
    expect((await read).rows).toHaveLength(8_000);
  });

  it('leaves the event loop to others while a page of long rows is written, and has each of them once', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => [n, `${n}${';='.repeat(n === 0 ? 20_000 : 2_500)}`]);
    async function* pages() {
      yield rows;
      yield [];
      yield rows.slice(0, 1);
    }
    let text = '';
    const write = async () => {
      for await (const piece of csvTable(['n', 'said'], pages())) text += piece;
    };
    expect(await turnsDuring(write())).toBeGreaterThan(2);
    expect(text).toBe(`\ufeff${csvLines([['n', 'said'], ...rows, ...rows.slice(0, 1)])}`);
  });

  it('has nothing to carry out after a semicolon in what somebody wrote', async () => {
    const text = csvLines([['name'], ['Zqxmark;=1+1;']]);
    expect(text).toBe("name\r\nZqxmark;'=1+1;\r\n");
    expect(await cells(text)).toEqual([{ name: 'Zqxmark;=1+1;' }]);
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
    expect(await cells(text)).toEqual([
      { name: 'a "b"', price: '1.5' },
      { name: 'c,\nd', price: '2' },
    ]);
  });

  it.each(['two\nlines', 'two\rlines', 'two\r\nlines'])(
    'keeps %j in one cell for whoever ends a row at any line break',
    async (cell) => {
      const text = csvLines([
        ['name', 'price'],
        [cell, 1],
      ]);
      const outsideQuotes = text.replaceAll(/"[^"]*"/g, '');
      expect(outsideQuotes).toBe('name,price\r\n,1\r\n');
      expect(await cells(text)).toEqual([{ name: cell, price: '1' }]);
    },
  );

  it('is also read with semicolons and tabs, without the last line end, and with empty lines', async () => {
    expect(await cells('name;price\n\nSaw;1,5')).toEqual([{ name: 'Saw', price: '1,5' }]);
    expect(await cells('name\tprice\r\nSaw\t2\r\n\r\n')).toEqual([{ name: 'Saw', price: '2' }]);
  });

  it('is refused by the row that is too long, before any of it is read, wherever it stands in a longer file', async () => {
    const said = 'The row on line 7 has more than 20 characters. Perhaps a quote in it is not closed.';
    for (const long of [`Saw,"${'\n'.repeat(20)}"`, `Saw${','.repeat(20)}`, `"${'x'.repeat(20)}`]) {
      const text = `name,price\nSaw,1\n"two\nlines",1\n${long}`;
      await expect(readCsv(text, { most: 100, longest: 20, firstLine: 4 })).rejects.toThrow(said);
    }
    const { rows } = await readCsv(`name\n${'x'.repeat(19)}\n${'y'.repeat(20)}`, { most: 100, longest: 20 });
    expect(rows.map(({ cells }) => cells.get('name')?.length)).toEqual([19, 20]);
  });

  it('says on which line of the file a row begins', async () => {
    const { rows } = await readCsv('name,price\n"two\nlines",1\nSaw,2\n', { most: 100 });
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  it.each([
    ['', /empty/],
    ['name,name\n', /name is there twice/],
    ['name,\n', /no name/],
    ['name\n"Saw\n', /no CSV file/],
    ['name\nSaw,1\n', /Line 2 has more cells/],
    [`name\n${'Saw\n'.repeat(101)}`, /At most 100 rows/],
  ])('%j is none, in words', async (text, words) => {
    await expect(cells(text)).rejects.toThrow(Invalid);
    await expect(cells(text)).rejects.toThrow(words);
  });
});
