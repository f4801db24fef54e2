import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Every page that is written for people, by its path in the repository. */
export const pages = () => [...globSync(['*.md', 'docs/**/*.md'], { cwd: root })].toSorted();

export const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

/** Without what is printed, which is not written for readers alone. */
export const proseOf = (page: string) => textOf(page).replace(/^ *```[\s\S]*?^ *```/gm, '');

/** What a page says below a heading, up to the next one of that rank. */
export function sectionOf(page: string, heading: string): string {
  const rank = heading.split(' ')[0] ?? '';
  const lines = textOf(page).split('\n');
  const from = lines.indexOf(heading) + 1;
  if (from === 0) throw new Error(`${page} has no heading '${heading}'.`);
  const length = lines.slice(from).findIndex((line) => line.startsWith(`${rank} `));
  return lines.slice(from, length < 0 ? undefined : from + length).join('\n');
}

/** The rows of a page's first table, cell by cell, without its head. */
export function rowsIn(section: string): string[][] {
  const table = section.slice(section.indexOf('\n|')).split('\n\n')[0] ?? '';
  const cells = (row: string) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  return table.trim().split('\n').slice(2).map(cells);
}

/** What stands in a text as code. */
export const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
