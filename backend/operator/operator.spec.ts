import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operate } from '../testing/operators-desk.ts';
import { beginOperator, runOperator } from '../testing/shop-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { operator } from './operator.ts';

describe('the operator’s command line', () => {
  it('tells of every command, and what each takes, with --help', async () => {
    const all = await runOperator({}, '--help');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    const commands = [...all.stdout.matchAll(/^ {2}(\w+)(?: \S+)* {2,}\w/gm)].map(([, name]) => name ?? '');
    expect(commands).toEqual(expect.arrayContaining(['keys', 'promote', 'history', 'verify', 'audit']));
    for (const said of [['history'], ['audit', 'seal']]) {
      const { code, stdout } = await runOperator({}, ...said, '--help');
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('--json') });
    }
    // What each of the others would print.
    for (const command of operator.commands) expect(command.helpInformation(), command.name()).toContain('--json');
    expect((await runOperator({})).stdout).toBe(all.stdout);
  });

  it('says in one line what is wrong, without a stack, and ends with 1', async () => {
    const wrong: [settings: Record<string, string>, ...said: string[]][] = [
      [{}, 'nonsense'],
      [{}, 'audti'],
      [{}, 'promote'],
      [{}, 'history', '--nonsense'],
      [{ PORT: 'none' }, 'audit', 'seal'],
      [{ DATA_DIR: '/dev/null/none' }, 'audit', 'verify'],
      [{ EVENT_STORE: 'esdb://127.0.0.1:1?tls=false' }, 'audit', 'seal'],
      [{ SEAL_KEY: 'none' }, 'audit', 'seal'],
      [{ SEAL_TO: 'ftp://nowhere' }, 'audit', 'seal'],
    ];
    for (const [settings, ...said] of wrong) {
      // What commander refuses ends its process where it stands.
      const carryOut = Object.keys(settings).length === 0 ? runOperator : operate;
      const { code, stdout, stderr } = await carryOut({ DATA_DIR: temporaryFolder(), ...settings }, ...said);
      expect({ said, code, stdout }).toEqual({ said, code: 1, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr).not.toMatch(/\bat .*:\d+:\d+|unforeseen/);
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends soon at %s, with the code that shells have for it', async (signal) => {
    // A store that takes the call and never answers.
    const server = createServer(() => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const EVENT_STORE = `esdb://127.0.0.1:${port}?tls=false`;
    const called = once(server, 'connection');
    const { child, ended } = beginOperator({ DATA_DIR: temporaryFolder(), EVENT_STORE }, 'audit', 'seal');
    await called;
    child.kill(signal);
    expect(await ended).toMatchObject({ code: signal === 'SIGINT' ? 130 : 143, stdout: '' });
  });
});
