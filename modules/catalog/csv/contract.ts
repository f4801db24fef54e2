import { z } from 'zod';

const cellError = z.object({ column: z.string(), message: z.string() });
export type CellError = z.infer<typeof cellError>;

/** What an import would do with a row of its file. */
const rowPlan = z
  .object({
    line: z.int().describe('Of the file, on which the row begins'),
    toolId: z.string().optional().describe('Left out of a row that adds a tool'),
    name: z.string(),
    outcome: z.enum(['add', 'change', 'same', 'wrong']),
    changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    errors: z.array(cellError),
    importedBefore: z
      .literal(true)
      .optional()
      .describe('A row that would add a tool, and an earlier import has: it is left out, whatever became of the tool'),
    leftOut: z
      .array(z.string())
      .optional()
      .describe('Of a dry run: columns in which the row says something that no import carries out, such as `retired`'),
  })
  .meta({ id: 'ImportRow' });
export type RowPlan = z.infer<typeof rowPlan>;

export const importQuery = z.object({
  dryRun: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('true')
    .describe('true: nothing is changed, and each row says what would be'),
  firstLine: z.coerce
    .number('Must be a line of the file')
    .int('Must be a line of the file')
    .min(2, 'Must be a line of the file')
    .max(1_000_000_000, 'Must be a line of the file')
    .optional()
    .describe(
      'Of a part of a longer file: the line on which its rows begin, by which they are then numbered. Usually 2',
    ),
  equalBefore: z
    .string()
    .max(40_000)
    .regex(/^\d{1,7}(,\d{1,7})*$/, 'Must be whole numbers with commas between them')
    .transform((text) => text.split(',').map(Number))
    .optional()
    .describe(
      'Of a part of a longer file: of each of its rows, how many rows in the parts before are equal, so that these are products of their own',
    ),
});

/** Of a dry run what would be; of a real one what was. Rows that are wrong were not carried out. */
export const importAnswer = z
  .object({
    dryRun: z.boolean(),
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    wrong: z.int(),
    rows: z
      .array(rowPlan)
      .describe(
        'Of a dry run all rows. With more than two million characters of changes and errors, the rows after these have the beginnings of long cells, which end with …, and the first error, and how many there are beside. Else the first hundred that are wrong',
      ),
  })
  .meta({ id: 'Import' });
export type ImportAnswer = z.infer<typeof importAnswer>;

/**
 * How long a file may be, in bytes and rows, and a row of it in characters: a product with as much as one may have takes less. A longer
 * file is brought in parts, each with the line that names the columns.
 */
export const longestImport = { bytes: 2 * 1_024 * 1_024, rows: 5_000, row: 250_000 };
