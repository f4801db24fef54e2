import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operate } from '../../testing/operators-desk.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { operator } from '../operator.ts';

/** Of every command that works on a shop's log, all that can be said. */
const onALog: readonly (readonly string[])[] = [
  ['as-of', 'order-counts'],
  ['audit', 'prove', 'o1'],
  ['audit', 'seal'],
  ['audit', 'verify'],
  ['backup', '/dev/null/none'],
  ['books'],
  ['erase', 'mina@example.com'],
  ['export', '/dev/null/none'],
  ['factors', 'reset', 'mina@example.com'],
  ['history'],
  ['history', '--raw'],
  ['keys', 'add', 'signing'],
  ['keys', 'retire', 'wrapping'],
  ['keys', 'rotate'],
  ['keys', 'use', 'emails'],
  ['parked'],
  ['parked', 'retry', 'e1'],
  ['parked', 'skip', 'e1', '--reason', 'Known'],
  ['projections'],
  ['projections', 'drop', 'tools'],
  ['projections', 'promote', 'tools'],
  ['projections', 'rebuild', 'tools'],
  ['projections', 'rollback', 'tools'],
  ['promote', 'mina@example.com'],
  ['setup'],
  ['verify'],
  ['what-if', '--without', '1'],
  ['why', '1'],
];

/** These bring a log, and say otherwise where there is none to bring. */
const bringOne = ['copy', 'import', 'restore'];

it.each(onALog.map((said) => ({ said, command: said.join(' ') })))(
  '$command makes no shop where there is none, and says so',
  async ({ said }) => {
    const empty = temporaryFolder();
    for (const DATA_DIR of [empty, join(empty, 'mistyped')]) {
      expect(await operate({ DATA_DIR }, ...said)).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no log in DATA_DIR: ${join(DATA_DIR, 'events.db')}\n`,
      });
    }
    expect(readdirSync(empty)).toEqual([]);
  },
);

it.each(onALog.map((said) => ({ said, command: said.join(' ') })))(
  '$command says that DATA_DIR is a file, or a link to nothing',
  async ({ said }) => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, '');
    symlinkSync(join(folder, 'nothing'), link);
    for (const [DATA_DIR, line] of [
      [file, `DATA_DIR is a file, where a folder is meant: ${file}\n`],
      [link, `DATA_DIR is a link to what is not there: ${link}\n`],
    ] as const) {
      expect(await operate({ DATA_DIR }, ...said)).toEqual({ code: 1, stdout: '', stderr: line });
    }
    expect(readdirSync(folder)).toEqual(['file', 'link']);
  },
);

it('is tried with every command', () => {
  const tried = new Set([...onALog.map(([command]) => command), ...bringOne]);
  expect(operator.commands.map((command) => command.name()).filter((name) => !tried.has(name))).toEqual([]);
});
