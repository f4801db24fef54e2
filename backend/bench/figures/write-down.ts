import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, ratioOf, whole } from './figure.ts';

const root = join(import.meta.dirname, '../../..');
const pages = { performance: join(root, 'docs/performance.md'), readme: join(root, 'README.md') };

/** What the README has of the figures. */
const few = [
  'GET /tool?limit=10',
  'GET /tool/{id}',
  'GET /booking?personEmail= (20), with a token',
  'GET /tool?search= (a rare word)',
  'POST /booking, spread over 5,000 tools',
  'POST /booking, one hot tool',
];

/** What the page has a part for. */
export type Part = 'figures' | 'growth' | 'profile' | 'audit' | 'admins';

/** Writes the lines of a run into docs/performance.md, in the place of those of an earlier one. */
export function writeDown(part: Part, lines: readonly string[]): void {
  const page = readFileSync(pages.performance, 'utf8');
  writeFileSync(pages.performance, replaced(page, part, lines.join('\n').trim()));
}

/** Writes the few figures that the README has of the shop on SQLite. */
export function writeFew(measured: readonly Figures[]): void {
  const figures = measured.filter(({ on }) => on === 'SQLite').flatMap((one) => one.figures);
  const rows = few.flatMap((what) => {
    const figure = figures.find((one) => one.what === what && one.ours.perSecond !== undefined);
    if (!figure) return [];
    const { perSecond = 0, median = 0, p99 = 0 } = figure.ours;
    const ratio = ratioOf(figure);
    const ofBare = ratio === undefined ? '' : `${ratio.toFixed(2)} x`;
    return [`| ${what} | ${whole(perSecond)}/s | ${whole(median)} / ${whole(p99)} ms | ${ofBare} |`];
  });
  const heading = ['| | Inventory | median / p99 | of bare Express |', '|---|---|---|---|'];
  const page = readFileSync(pages.readme, 'utf8');
  if (rows.length > 0) writeFileSync(pages.readme, replaced(page, 'few figures', [...heading, ...rows].join('\n')));
}

/** A page with something else between the marks of a part. @throws RangeError when it has no such part. */
export function replaced(page: string, part: string, text: string): string {
  const [begin, end] = [page.indexOf(`<!-- ${part}:`), page.indexOf(`<!-- end of ${part} -->`)];
  const from = page.indexOf('-->', begin) + '-->'.length;
  if (begin < 0 || end < from) throw new RangeError(`The page has no part for ${part}.`);
  return `${page.slice(0, from)}\n${text}\n${page.slice(end)}`;
}
