import { describe, expect, it } from 'vitest';
import { stored } from '../../../backend/testing/stored.ts';
import { csvLines, readCsv } from '../../kernel/encoding/csv.ts';
import { mostPieces } from '../../kernel/wire/most-pieces.ts';
import { longestCategory } from '../bounds/contract.ts';
import { asSaid, saidSchema } from '../contract.ts';
import type { StockedTool } from '../read-models/tools.ts';
import { tools } from '../read-models/tools.ts';
import { toolAdded } from '../testing/examples.ts';
import { columns, lineOf, saidIn } from './columns.ts';
import { longestImport } from './contract.ts';
import { plannedRow } from './planned-row.ts';

/** A tool that was added with 4.5 stars, and that who bought it gives 2. */
const reviewed: StockedTool = {
  ...(tools.evolve(undefined, stored(toolAdded())) as StockedTool),
  Ratings: 2,
  RatingsAdded: 4.5,
  reviews: 1,
};

async function rowOf(tool: StockedTool, but: Readonly<Record<string, string>> = {}) {
  const line = lineOf(tool).map((cell, at) => but[columns[at] ?? ''] ?? cell);
  const [row] = (await readCsv(csvLines([[...columns], line]), { most: 1 })).rows;
  if (!row) throw new Error('A line is a row.');
  return row;
}

describe('the row of a tool that has reviews', () => {
  it('changes nothing where nobody has changed it: what its reviews make of its rating is not written over it', async () => {
    const row = await rowOf(reviewed);
    expect(row.cells.get('Ratings')).toBe('4.5');
    expect(plannedRow(row, reviewed, () => [])).toMatchObject({ outcome: 'same', changes: [] });
  });

  it('says the rating that was given it anew', async () => {
    expect(plannedRow(await rowOf(reviewed, { Ratings: '5' }), reviewed, () => [])).toMatchObject({
      outcome: 'change',
      changes: [{ column: 'Ratings', before: '4.5', after: '5' }],
      toDo: { said: { Ratings: 5 } },
    });
  });

  it('names a cell once that lacks what it must have', async () => {
    expect(plannedRow(await rowOf(reviewed, { img: '' }), reviewed, () => [])).toMatchObject({
      outcome: 'wrong',
      errors: [{ column: 'img', message: 'Required' }],
    });
  });

  it('leaves the rating as it was given where another column is changed', async () => {
    expect(plannedRow(await rowOf(reviewed, { name: 'Hammer' }), reviewed, () => [])).toMatchObject({
      changes: [{ column: 'name', before: 'Claw Hammer', after: 'Hammer' }],
      toDo: { said: { Ratings: 4.5 } },
    });
  });
});

describe('the row of a tool of which all is said that can be', () => {
  it('is no longer than a row may be', () => {
    // What takes most room in a cell: a quote is two there, and of a list that is no lines a control character six.
    const [quotes, controls] = [(length: number) => '"'.repeat(length), (length: number) => '\u0001'.repeat(length)];
    const said = saidSchema.parse({
      ...asSaid(reviewed),
      name: quotes(200),
      img: `/${quotes(1_999)}`,
      Description: quotes(5_000),
      category: quotes(longestCategory),
      pictures: Array.from({ length: 8 }, () => `/\n${controls(1_997)}.`),
      specifications: Array.from({ length: 30 }, () => ({ name: `${controls(79)}.`, value: `.\n${controls(297)}.` })),
    });
    const row = csvLines([lineOf({ ...reviewed, ...said, RatingsAdded: said.Ratings })]);
    expect(row.length).toBeGreaterThan(150_000);
    expect(row.length).toBeLessThan(longestImport.row);
  });
});

describe('the row of a tool in a file that a spreadsheet wrote with commas for points', () => {
  /** The line as an export has it, and as Excel saves it again where numbers have commas. */
  const savedAgain = async (tool: StockedTool, but: Readonly<Record<string, string>> = {}) => {
    const line = lineOf(tool).map((cell, at) => but[columns[at] ?? ''] ?? `${cell}`.replace(/^(\d+)\.(\d+)$/, '$1,$2'));
    const text = [[...columns], line.map((cell) => `"${cell}"`)].map((cells) => cells.join(';')).join('\r\n');
    const [row] = (await readCsv(text, { most: 1 })).rows;
    if (!row) throw new Error('A line is a row.');
    return row;
  };

  it('changes nothing where nobody has changed it', async () => {
    const row = await savedAgain(reviewed);
    expect(row.cells.get('Ratings')).toBe('4,5');
    expect(plannedRow(row, reviewed, () => [])).toMatchObject({ outcome: 'same', changes: [], errors: [] });
  });

  it('says a price with a comma, also with points between the thousands', async () => {
    expect(plannedRow(await savedAgain(reviewed, { PerPrice: '1.234,50' }), reviewed, () => [])).toMatchObject({
      outcome: 'change',
      changes: [{ column: 'PerPrice', after: '1234.5' }],
      toDo: { said: { PerPrice: 1_234.5 } },
    });
  });

  it.each(['1,000', '1.000'])('is wrong with a price that could be a thousand or one, as %s', async (PerPrice) => {
    expect(plannedRow(await savedAgain(reviewed, { PerPrice }), reviewed, () => [])).toMatchObject({
      outcome: 'wrong',
      errors: [{ column: 'PerPrice', message: 'It could be 1000 or 1: write the one you mean' }],
    });
  });
});

describe('the row of a tool whose shelf is counted anew', () => {
  const three: StockedTool = { ...reviewed, Available: 3 };
  /** As the export has it, after which somebody has ordered a piece. */
  const planned = async (Available: string) =>
    plannedRow(await rowOf(three, { Available }), { ...three, Available: 2, held: 1 }, () => []);

  it('may leave nothing on it, and takes no piece that was ordered meanwhile', async () => {
    expect(await planned('1')).toMatchObject({ outcome: 'change', toDo: { stock: { change: -2 } } });
    expect(await planned('0')).toMatchObject({
      outcome: 'wrong',
      errors: [{ column: 'Available', message: 'Only 2 are free now.' }],
    });
  });
});

describe('a row with a list of a million lines', () => {
  it.each(['pictures', 'specifications'] as const)(
    'is read as far as it takes to say that it is too long: %s',
    async (column) => {
      const cell = '/a.png\n'.repeat(1_000_000);
      expect(saidIn(column, cell)).toHaveLength(100);
      expect(plannedRow(await rowOf(reviewed, { [column]: cell }), reviewed, () => [])).toMatchObject({
        outcome: 'wrong',
        errors: [{ column }],
      });
    },
  );
});

describe('a row with more pieces than can be counted', () => {
  const tooMany = {
    outcome: 'wrong',
    errors: [{ column: 'Available', message: 'Must be at most 1,000,000,000' }],
  };
  const counted = async (Available: number, now: StockedTool) =>
    plannedRow(await rowOf(now, { Available: `${Available}` }), now, () => []);

  it('adds no tool', async () => {
    const added = async (Available: number) =>
      plannedRow(await rowOf(reviewed, { _id: '', Available: `${Available}` }), undefined, () => []);
    expect(await added(mostPieces)).toMatchObject({ outcome: 'add', toDo: { available: mostPieces } });
    expect(await added(mostPieces + 1)).toMatchObject(tooMany);
  });

  it('puts no more of them on the shelf of a tool', async () => {
    expect(await counted(mostPieces, reviewed)).toMatchObject({ outcome: 'change' });
    expect(await counted(mostPieces + 1, reviewed)).toMatchObject(tooMany);
  });

  it('takes some off a shelf that has too many, also where too many stay', async () => {
    const full = { ...reviewed, Available: mostPieces + 10 };
    expect(await counted(mostPieces + 1, full)).toMatchObject({ outcome: 'change', toDo: { stock: { change: -9 } } });
    expect(await counted(mostPieces + 11, full)).toMatchObject(tooMany);
  });
});

describe('what a row says in columns that only tell', () => {
  const leftOut = (row: Awaited<ReturnType<typeof rowOf>>, now?: StockedTool) => plannedRow(row, now, () => []).leftOut;

  it('is named where it is not so', async () => {
    expect(leftOut(await rowOf(reviewed, { retired: 'Yes' }), reviewed)).toEqual(['retired']);
    expect(leftOut(await rowOf(reviewed, { retired: 'no' }), { ...reviewed, retired: true })).toEqual(['retired']);
    expect(leftOut(await rowOf(reviewed, { _id: '', sold: '3', version: '2' }))).toEqual([
      'sold',
      'stocked',
      'version',
    ]);
  });

  it('is not named where it is, or nothing is said', async () => {
    expect(leftOut(await rowOf(reviewed), reviewed)).toBeUndefined();
    expect(leftOut(await rowOf(reviewed, { retired: '' }), reviewed)).toBeUndefined();
    expect(leftOut(await rowOf(reviewed, { _id: '', stocked: '', retired: 'no' }))).toBeUndefined();
  });
});
