import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { operator } from '../../operator/operator.ts';
import { codeIn, rowsIn, sectionOf, textOf } from './pages.ts';

const named = (name: string) => operator.commands.find((command) => command.name() === name);

/** `parked retry <id>` as the words that the command line knows of it. */
const wordsOf = (code: string) => code.split(' ').filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('--'));

/** What a row says of a command: its own words, and those of what is below it. */
function saidIn(cell: string): string[][] {
  const all = codeIn(cell).map(wordsOf);
  const [[first] = []] = all;
  // `projections rebuild`, `promote`, `drop <name>`: what follows the first is said of the same.
  return all.map((words) =>
    named(words[0] ?? '') && first !== 'projections' ? words : [first ?? '', words.at(-1) ?? ''],
  );
}

const rows = rowsIn(sectionOf('docs/operating.md', "## The operator's command line")).flatMap(([cell = '']) =>
  saidIn(cell),
);
const isSaid = (...words: string[]) => rows.some((row) => words.every((word, at) => row[at] === word));
const below = (command: Command) => command.commands.map((one) => [command.name(), one.name()]);

describe('the operators’ commands that docs/operating.md tells of', () => {
  it('are all there are', () => {
    const all = operator.commands.flatMap((command) => [[command.name()], ...below(command)]);
    expect(all.filter((words) => !isSaid(...words))).toEqual([]);
  });

  it('are all known at the command line', () =>
    expect(rows.map(([name = '']) => name).filter((name) => !named(name))).toEqual([]));

  it('are those of which README.md has the names', () => {
    const [, said = ''] = /^\| `npm run operator` \| (.*): \[/m.exec(textOf('README.md')) ?? [];
    expect(said.split(', ').toSorted()).toEqual(operator.commands.map((command) => command.name()).toSorted());
  });
});
