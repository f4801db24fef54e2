import { parseArgs } from 'node:util';
import { countIn, oneOf, WrongArgument } from '../runtime/processes/said-arguments.ts';

/** The parts of what is measured when nothing else is said. */
const parts = ['sqlite', 'replay', 'opening', 'engines'] as const;
/** What else there is to measure, and how much of it when nobody says so. */
const others = { live: 20, profile: 10, grow: 1_000_000, audit: 1_000_000, admins: 200_000 } as const;

type Other = keyof typeof others;
export type BenchPart = (typeof parts)[number];

/** What `npm run bench` was said (bench.ts). */
export type BenchArguments = {
  /** `all` takes `howMuch` seconds for each figure; of the others it is seconds, orders or events. */
  readonly what: 'all' | Other;
  readonly howMuch: number;
  readonly only: BenchPart | 'redis' | undefined;
  readonly orders: number;
  readonly json: boolean;
  readonly write: boolean;
};

/** @throws WrongArgument, or what Node's parseArgs throws, in one line */
export function benchArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      orders: { type: 'string', default: '200000' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const { json, write } = values;
  const wanted = wantedIn(positionals);
  return { ...wanted, only: onlyOf(wanted.what, values.only), orders: countIn('--orders', values.orders), json, write };
}

function wantedIn([first = '6', second, ...rest]: readonly string[]): Pick<BenchArguments, 'what' | 'howMuch'> {
  const isOther = first in others;
  if (!isOther && !/^\d+$/.test(first)) {
    throw new WrongArgument(`There is no ${first}: say seconds for each figure, or ${Object.keys(others).join(', ')}.`);
  }
  const [tooMuch] = isOther ? rest : [second, ...rest];
  if (tooMuch !== undefined) throw new WrongArgument(`Nothing is known of ${tooMuch} behind ${first}.`);
  if (!isOther) return { what: 'all', howMuch: countIn('The seconds', first) };
  const what = first as Other;
  return { what, howMuch: second === undefined ? others[what] : countIn(`What is behind ${what}`, second) };
}

function onlyOf(what: BenchArguments['what'], only: string | undefined): BenchArguments['only'] {
  if (only === undefined) return undefined;
  return what === 'admins' ? oneOf('--only', only, ['redis', 'sqlite']) : oneOf('--only', only, parts);
}
