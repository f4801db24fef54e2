import type { Replayed } from '../../feed/rebuilding/scratch-replay.ts';
import { type Described, described } from '../../read-models/compare/described.ts';
import { differencesBetween } from '../../read-models/compare/differences.ts';
import type { Run } from '../run.ts';
import { differenceOf, type Sides } from './difference-line.ts';

const sides: Sides = {
  one: 'is',
  other: 'wouldBe',
  onlyInOne: 'would not be there',
  onlyInOther: 'would be new',
};

/** How many there are that would be another, gone, or new. */
type Count = { differ: number; gone: number; new: number };

/** How one read model would differ, in numbers. */
export type Consequences = {
  readonly projection: string;
  readonly differences: number;
  readonly documents: Count;
  readonly sums: Count;
  /** Places where documents are listed. */
  readonly listings: Count;
  /** In how many documents and sums each field would be another. */
  readonly fields: { readonly [field: string]: number };
};

const kinds = { document: 'documents', sum: 'sums', listing: 'listings' } as const;
const countOf = { both: 'differ', one: 'gone', other: 'new' } as const;
/** Of so many fields it is counted; a document is not made of more, but for one whose fields are ids. */
const mostFields = 200;

/** Compares what two replays made of one projection: says some of the differences, and counts all. */
export async function consequencesOf(
  run: Run,
  { one, other }: { readonly one: Replayed; readonly other: Replayed },
  { limit, values }: { readonly limit: number; readonly values: boolean },
): Promise<Consequences> {
  const { name: projection } = one.projection;
  const counts = { documents: none(), sums: none(), listings: none() };
  const fields = new Map<string, number>();
  const shown = { document: 0, sum: 0, listing: 0 };
  let differences = 0;
  for await (const difference of differencesBetween(one.side, other.side, { signal: run.signal })) {
    const told = described(difference, one.projection, other.projection);
    differences += 1;
    counts[kinds[told.kind]][countOf[told.isIn]] += 1;
    countFields(told, fields);
    if (shown[told.kind]++ >= limit) continue;
    const { line, object } = differenceOf(projection, told, { sides, values });
    run.sayOne(line, object);
  }
  return { projection, differences, ...counts, fields: Object.fromEntries(fields) };
}

/** The numbers in a line. */
export function totalOf({ projection, differences, documents, sums, listings, fields }: Consequences): string {
  if (differences === 0) return `${projection}: the same`;
  const byField = Object.entries(fields)
    .toSorted(([, one], [, other]) => other - one)
    .map(([field, count]) => `${field} ${count}`);
  const said = [
    ...saidOf('documents', documents),
    ...saidOf('sums', sums),
    ...saidOf('places in lists', listings),
    ...(byField.length > 0 ? [`fields: ${byField.join(', ')}`] : []),
  ];
  return `${projection}: ${said.join('; ')}`;
}

function saidOf(what: string, { differ, gone, new: news }: Count): string[] {
  const said = [
    ...(differ > 0 ? [`${differ} would differ`] : []),
    ...(gone > 0 ? [`${gone} would not be there`] : []),
    ...(news > 0 ? [`${news} would be new`] : []),
  ];
  return said.length > 0 ? [`of its ${what} ${said.join(', ')}`] : [];
}

function countFields(told: Described, fields: Map<string, number>): void {
  if (told.kind === 'listing' || told.isIn !== 'both') return;
  for (const { field } of told.fields) {
    if (fields.size < mostFields || fields.has(field)) fields.set(field, (fields.get(field) ?? 0) + 1);
  }
}

function none(): Count {
  return { differ: 0, gone: 0, new: 0 };
}
