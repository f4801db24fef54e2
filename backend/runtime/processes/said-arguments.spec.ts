import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { benchArguments } from '../../bench/bench-arguments.ts';
import { soakArguments } from '../../soak/soak-arguments.ts';
import { inTurn } from '../../testing/as-often.ts';

const root = join(import.meta.dirname, '../../..');
const commands = {
  bench: 'backend/bench/bench.ts',
  soak: 'backend/soak/main.ts',
  screens: 'frontend/e2e/screens.ts',
  lighthouse: 'frontend/e2e/lighthouse.ts',
  events: 'backend/event-catalogue/write.ts',
  dev: 'backend/dev.ts',
};

const said = (command: keyof typeof commands, args: readonly string[]) =>
  spawnSync(process.execPath, [commands[command], ...args], { cwd: root, timeout: 60_000, encoding: 'utf8' });

const names = ['bench', 'soak', 'screens', 'lighthouse', 'events', 'dev'] as const;

it.each(inTurn(names, 5))('npm run %s -- --help says what it takes', (command) => {
  const { status, stdout, stderr } = said(command, ['--help']);
  expect(stdout).toMatch(new RegExp(`^npm run ${command}\\b[^]*[a-z]\\.$`, 'm'));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

const refused = [
  ['bench', ['zz'], 'There is no zz: say seconds for each figure, or live, profile, grow, audit, admins.'],
  ['soak', ['--orders', 'zz'], "--orders must be a whole number from 1 on, and is 'zz'."],
  ['screens', ['--zz'], "Unknown option '--zz'"],
  ['events', ['zz'], "Unexpected argument 'zz'. This command does not take positional arguments"],
  ['dev', ['--zz'], "Unknown option '--zz'"],
  ['lighthouse', ['zz'], "A page must be one of home, login, tool, cart, and is 'zz'."],
] as const;

it.each(inTurn(refused, 3))('npm run %s -- %s ends with one line, before anything is done', (command, args, line) => {
  const { status, stdout, stderr } = said(command, args);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr.trimEnd()).toBe(line);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

it.each([
  [['grow', 'zz'], /^What is behind grow must be a whole number from 1 on, and is 'zz'\.$/],
  [['grow', '10', 'more'], /^Nothing is known of more behind grow\.$/],
  [['6', '7'], /^Nothing is known of 7 behind 6\.$/],
  [['0'], /^The seconds must be a whole number/],
  [['--orders', '0'], /^--orders must be a whole number/],
  [['--only', 'redis'], /^--only must be one of sqlite, replay, opening, engines, and is 'redis'\.$/],
  [['--zz'], /^Unknown option '--zz'/],
] as const)('bench does not take %j', (args, why) => expect(() => benchArguments(args)).toThrow(why));

it('bench takes what it is said, and has measures of its own for what it is not', () => {
  expect(benchArguments([])).toMatchObject({ what: 'all', howMuch: 6, orders: 200_000, only: undefined });
  expect(benchArguments(['12', '--only', 'replay'])).toMatchObject({ what: 'all', howMuch: 12, only: 'replay' });
  expect(benchArguments(['grow'])).toMatchObject({ what: 'grow', howMuch: 1_000_000 });
  expect(benchArguments(['admins', '500', '--only', 'redis'])).toMatchObject({ howMuch: 500, only: 'redis' });
});

it.each([
  [['--zz'], /^Unknown option '--zz'/],
  [['zz'], /^Unexpected argument 'zz'/],
  [['--at-once', '0'], /^--at-once must be a whole number from 1 on/],
  [['--folder', '/none/such'], /^--folder must be a folder that is there/],
] as const)('soak does not take %j', (args, why) => expect(() => soakArguments(args)).toThrow(why));

it('soak may erase nobody', () => expect(soakArguments(['--erasures', '0']).sizes.erasures).toBe(0));
